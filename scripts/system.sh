#!/bin/sh
# What the system gives beside the locked Python packages: what each is for, and its installation.
#
#   scripts/system.sh           each Debian package, here or missing
#   scripts/system.sh look      before tests: root installs what is missing, others are told
#   scripts/system.sh install   the same, and an error where it cannot be installed

# Package; by what it is found; what it is for.
packages='
make                    ; program make                           ; the two commands
git                     ; program git                            ; the clone
python3                 ; program python3                        ; the unit itself
python3-venv            ; python3 -c "import ensurepip"          ; its environment
bash                    ; program bash                           ; tests: reads its completion
zsh                     ; program zsh                            ; tests: reads its completion
fish                    ; program fish                           ; tests: reads its completion
chromium-headless-shell ; program chromium-headless-shell chromium ; tests: a browser for the page
libatomic1              ; file /usr/lib*/libatomic.so.1 /usr/lib/*/libatomic.so.1 ; tests: the Node.js of Playwright, which steers the browser
openssl                 ; program openssl                        ; tests: a certificate for the table
sigrok-cli              ; program sigrok-cli                     ; tests: reads the wires of --vcd back
gcc                     ; program cc                             ; tests: what is written in C, on this computer
gcc-avr                 ; program avr-gcc                        ; keypads: their firmware, for its chip
binutils-avr            ; program avr-objcopy                    ; keypads: the .hex files
avr-libc                ; file /usr/lib/avr/include/avr/io.h     ; keypads: the C library of the chip
arduino-core-avr        ; file /usr/share/arduino/hardware/arduino/avr/cores/arduino/Arduino.h ; keypads: their firmware is an Arduino sketch
libsimavr-dev           ; file /usr/include/simavr/sim_avr.h     ; tests: a simulated chip runs the firmware
libelf-dev              ; file /usr/include/libelf.h             ; tests: simavr reads the firmware with it
'

program() { for one; do command -v "$one" && return; done; return 1; }
file() { for one; do [ -e "$one" ] && return; done; return 1; }

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
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  patiently apt-get update -qq -o APT::Update::Error-Mode=any &&
    patiently apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

case ${1-} in
  '') list; exit ;;
  look | install) ;;
  *) echo 'scripts/system.sh [look | install]' >&2; exit 2 ;;
esac

missing=$(list | while read -r state package _; do [ "$state" = here ] || echo "$package"; done)
[ "$missing" ] || exit 0
names=$(echo $missing | sed 's/ /, /g')
if [ "$(id -u)" = 0 ] && program apt-get >/dev/null; then
  echo "Installing for the tests: $names"
  installed $missing && exit
fi
if [ "$1" = install ]; then
  echo "These are missing, and only root can install them: $names" >&2
  exit 1
elif program apt-get >/dev/null; then
  echo "Tests that need these packages are left out ('sudo make system' installs them): $names"
else
  echo "Tests that need these are left out (their names as Debian packages): $names"
fi
