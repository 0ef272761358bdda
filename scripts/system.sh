#!/bin/sh
# What the system gives beside the locked Python packages: what each is for, and its installation.
#
#   scripts/system.sh           each Debian package, here or missing
#   scripts/system.sh look      before tests: root installs what is missing, others are told
#   scripts/system.sh install   the same, and an error where it cannot be installed
#   scripts/system.sh need WORD an error if a package is missing whose use begins with "WORD:"

# Package; by what it is found; what it is for.
packages='
make                    ; program make                      ; the two commands
git                     ; program git                       ; the clone
python3                 ; program python3                   ; the unit itself
python3-venv            ; python3 -c "import ensurepip"     ; its environment
bash                    ; program bash                      ; tests: reads its completion
zsh                     ; program zsh                       ; tests: reads its completion
fish                    ; program fish                      ; tests: reads its completion
chromium-headless-shell ; program chromium-headless-shell chromium ; tests: a browser for the page
libatomic1              ; file /usr/lib*/libatomic.so.1 /usr/lib/*/libatomic.so.1 /System ; tests: the Node.js of Playwright, which steers the browser
openssl                 ; program openssl                   ; tests: a certificate for the table
sigrok-cli              ; program sigrok-cli                ; tests: reads the wires of --vcd back
gcc                     ; program cc                        ; tests: what is written in C, on this computer
gcc-avr                 ; program avr-gcc                   ; firmware: compiled for its chip
binutils-avr            ; program avr-objcopy               ; firmware: the .hex files
avr-libc                ; header "avr-gcc -mmcu=atmega328p" avr/io.h ; firmware: the C library of its chip
arduino-core-avr        ; file "${ARDUINO-/usr/share/arduino/hardware/arduino/avr}/cores/arduino/Arduino.h" ; firmware: it is an Arduino sketch
libsimavr-dev           ; header cc simavr/sim_avr.h        ; tests: a simulated chip runs the firmware
libelf-dev              ; header cc libelf.h                ; tests: simavr reads the firmware with it
'

program() { for one; do command -v "$one" && return; done; return 1; }
file() { for one; do [ -e "$one" ] && return; done; return 1; }

header() { echo "#include <$2>" | $1 -E -x c -; }

list() {
  while IFS=';' read -r package found_by use; do
    [ "$package" ] || continue
    state=missing
    eval "$found_by" >/dev/null 2>&1 && state=here
    echo $state $package $use
  done <<END
$packages
END
}

# A mirror may be out of reach for a moment.
patiently() {
  for pause in 5 10 0; do
    "$@" && return
    sleep $pause
  done
  return 1
}

installed() {
  DEBIAN_FRONTEND=noninteractive LC_ALL=C # the user's locale may not be installed
  export DEBIAN_FRONTEND LC_ALL
  patiently apt-get update -qq -o APT::Update::Error-Mode=any &&
    patiently apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

case ${1-} in
  '') list; exit ;;
  look | install) missing=$(list) ;;
  need) missing=$(list | grep "^[^:]* $2:") ;;
  *) echo 'scripts/system.sh [look | install | need WORD]' >&2; exit 2 ;;
esac
missing=$(echo "$missing" | sed -n 's/^missing \([^ ]*\).*/\1/p')
[ "$missing" ] || exit 0
names=$(echo $missing | sed 's/ /, /g')

apt=
program apt-get >/dev/null && apt=" ('sudo make system' installs them)"
if [ "$1" = need ]; then
  echo "For the $2 these packages are missing$apt: $names" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ] && [ "$apt" ]; then
  echo "Installing for the tests: $names"
  installed $missing && exit
fi
if [ "$1" = install ]; then
  echo "These packages are missing, and only root can install them: $names" >&2
  exit 1
fi
echo "Tests that need these packages are left out$apt: $names"
