"""`banquier completion`: the commands and their options, for bash, zsh or fish to complete.

banquier completion bash > ~/.local/share/bash-completion/completions/banquier
banquier completion zsh  > ~/.zfunc/_banquier
banquier completion fish > ~/.config/fish/completions/banquier.fish
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import NamedTuple

from banquier.cli.main import COMMANDS, parser
from banquier.editions.edition_file import BUILT_IN


class Option(NamedTuple):
    name: str  # with its dashes; empty for a word that stands by itself
    about: str
    values: tuple[str, ...]


def add_options(options: ArgumentParser) -> None:
    options.add_argument("shell", choices=SHELLS, help="the shell that reads it")


def run(chosen: Namespace) -> int:
    print(SHELLS[chosen.shell](), end="")
    return 0


def options_of(command: str) -> list[Option]:
    """All that a command takes, as its own parser says."""

    options = parser(command)
    import_module(f"banquier.cli.{command}").add_options(options)
    found = []
    for action in options._actions:
        values = tuple(map(str, action.choices or ()))
        if "--edition" in action.option_strings:
            values = tuple(BUILT_IN)
        for name in action.option_strings or [""]:
            found.append(Option(name, action.help or "", values))
    return found


def _words(command: str) -> str:
    """Options and words that may follow a command."""
    found = options_of(command)
    return " ".join([o.name for o in found if o.name] + [w for o in found if not o.name
                                                         for w in o.values])  # fmt: skip


def _after(command: str) -> list[tuple[str, str]]:
    """Options with a fixed choice of values, and these."""
    return [(o.name, " ".join(o.values)) for o in options_of(command) if o.name and o.values]


def bash() -> str:
    lines = [
        "_banquier() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=",
        "  if ((COMP_CWORD == 1)); then",
        f"    words='{' '.join(COMMANDS)} --help --version'",
        "  else",
        '    case "${COMP_WORDS[1]} $before" in',
    ]
    for command in COMMANDS:
        for option, values in _after(command):
            lines.append(f"      '{command} {option}') words='{values}' ;;")
    lines += ["      *)", '        case "${COMP_WORDS[1]}" in']
    lines += [f"          {command}) words='{_words(command)}' ;;" for command in COMMANDS]
    lines += [
        "        esac ;;",
        "    esac",
        "  fi",
        '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")',
        "}",
        "complete -o bashdefault -o default -F _banquier banquier",
    ]
    return "\n".join(lines) + "\n"


def zsh() -> str:
    lines = [
        "#compdef banquier",
        "_banquier() {",
        "  if ((CURRENT == 2)); then",
        "    local -a commands=(",
        *(f"      {_quoted(f'{name}:{about}')}" for name, about in COMMANDS.items()),
        "    )",
        "    _describe command commands",
        "    return",
        "  fi",
        '  case "${words[2]} ${words[CURRENT-1]}" in',
    ]
    for command in COMMANDS:
        for option, values in _after(command):
            lines.append(f"    '{command} {option}') compadd -- {values}; return ;;")
    lines += ["  esac", "  case ${words[2]} in"]
    lines += [f"    {command}) compadd -- {_words(command)} ;;" for command in COMMANDS]
    lines += ["  esac", "  _files", "}", "compdef _banquier banquier"]
    return "\n".join(lines) + "\n"


def fish() -> str:
    lines = []
    for command, about in COMMANDS.items():
        first = "complete -c banquier -n __fish_use_subcommand -f"
        lines.append(f"{first} -a {command} -d {_quoted(about)}")
    for command in COMMANDS:
        seen = f"complete -c banquier -n '__fish_seen_subcommand_from {command}'"
        for option in options_of(command):
            values = f" -x -a '{' '.join(option.values)}'" if option.values else ""
            if option.name.startswith("--"):
                lines.append(f"{seen} -l {option.name[2:]}{values} -d {_quoted(option.about)}")
            elif option.name:
                lines.append(f"{seen} -s {option.name[1:]} -d {_quoted(option.about)}")
            elif values:
                lines.append(f"{seen}{values}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
