# Sourced by the tools: answers --help with the comment at the head of the tool, without building
# anything, and says before a build what is built and how long build and run take.
#
# A tool that sources this has gone to the root of the project. $caller is the folder that it was
# called in: paths in its arguments are relative to that.
tool=${0##*/}
caller=$OLDPWD
case "${1:-}" in
-h | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "tools/$tool"
    exit 0
    ;;
esac

building() { # what, and how long the tool takes after that
    echo "$tool: building $1 (a minute or two if it is not built yet); then $2" >&2
}

some_tests() { # a command that runs the tests of some names: refuses names of none
    listed=$("$@" --list) || exit 1
    case "$listed" in
    *": test"*) ;;
    *)
        echo "$tool: got names of no test, expected parts of names; try it without any" >&2
        exit 2
        ;;
    esac
}
