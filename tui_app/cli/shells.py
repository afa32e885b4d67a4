"""Completion of a command line in bash, zsh and fish: click's protocol, with its gaps closed.

A name may contain blanks, quotes, commas, colons or backslashes: it arrives as one argument, and no
part of it is ever run.
"""

from __future__ import annotations

import os
import re
from typing import ClassVar, Final

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

_BASH: Final = r"""%(complete_func)s() {
    local kind value
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                [[ $value == *[:=] ]] && compopt -o nospace
                COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORD="$2" \
        %(complete_var)s=bash_complete "${1/#~\//$HOME/}" 2>/dev/null)
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

# compinit, without which zsh completes nothing; most systems leave it to the user.
_ZSH: Final = r"""#compdef %(prog_name)s

(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }

%(complete_func)s() {
    local -a plain described response
    local type key descr
    (( $+commands[%(prog_name)s] )) || return 1

    response=("${(@f)$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \
%(complete_var)s=zsh_complete %(prog_name)s 2>/dev/null)}")
    # The whole word is replaced: an option keeps its name before the value.
    local start="${(M)words[CURRENT]#--*=}"

    for type key descr in ${response}; do
        if [[ "$type" == "plain" ]]; then
            key="$start$key"
            if [[ "$descr" == "_" ]]; then
                plain+=("$key")
            else
                # A colon ends the value: click escapes it, a backslash is escaped here.
                key="${key//\\/\\\\}"
                described+=("${key//\\\\:/\\:}:$descr")
            fi
        elif [[ "$type" == "dir" ]]; then
            _path_files -/
        elif [[ "$type" == "file" ]]; then
            _path_files -f
        fi
    done

    (( $#described )) && _describe -V unsorted described -U
    (( $#plain )) && compadd -U -V unsorted -a plain
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH: Final = r"""function %(complete_func)s
    set -l start (string match --regex -- '^--[^=]+=' (commandline -ct))
    for completion in (env COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -ct) \
            %(complete_var)s=fish_complete %(prog_name)s 2>/dev/null)
        set -l parts (string split --max 1 , -- $completion)
        switch $parts[1]
            case dir
                __fish_complete_directories (commandline -ct)
            case file
                __fish_complete_path (commandline -ct)
            case plain
                echo "$start$parts[2]"
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""

_UNSAFE: Final = {"": r"[^\w@%+=:,./-]", '"': r'["$`\\]'}


class _WithSigns(ShellComplete):
    """Completes a value that begins with a sign, which click takes for an option: -turnover."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        name, joined, value = "", "", incomplete
        if incomplete.startswith("--"):
            name, joined, value = incomplete.partition("=")
        if value.startswith("-"):
            values = super().get_completions([*args, name] if joined else [*args], "")
            if found := [each for each in values if each.value.startswith(value)]:
                return found
        return super().get_completions(args, incomplete)


class _Bash(_WithSigns, BashComplete):
    """Completions for the part of the line that bash will replace, quoted for it."""

    source_template: ClassVar[str] = _BASH
    _kept = 0
    _quote = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        # The mark at the end makes the typed text a word, even if it is empty, quoted or escaped.
        line = os.environ["COMP_LINE"]
        *words, typed = split_arg_string(line + "x")
        incomplete = typed[:-1]
        self._quote = _open_quote(line)
        # bash breaks words at : and = and replaces only what follows.
        replaced = split_arg_string(self._quote + os.environ["COMP_WORD"] + "x")[-1][:-1]
        value = re.sub("^--[^=]+=", "", incomplete)
        if value.endswith(replaced):
            self._kept = len(value) - len(replaced)
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        value = item.value[self._kept :]
        if self._quote == "'":
            return f"{item.type}," + value.replace("'", r"'\''")
        return f"{item.type}," + re.sub(_UNSAFE[self._quote], r"\\\g<0>", value)


def _open_quote(line: str) -> str:
    """The quote that a line opens and does not close, or an empty text."""
    quote = ""
    characters = iter(line)
    for character in characters:
        if character == "\\" and quote != "'":
            next(characters, None)
        elif character == quote:
            quote = ""
        elif not quote and character in "'\"":
            quote = character
    return quote


class _Zsh(_WithSigns, ZshComplete):
    source_template: ClassVar[str] = _ZSH


class _Fish(_WithSigns, FishComplete):
    source_template: ClassVar[str] = _FISH


def register() -> None:
    """Make click use these instead of its own."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell)
