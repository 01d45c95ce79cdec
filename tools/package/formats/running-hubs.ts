/** The Hubs that run from an installed program, for the scripts of its packages: sh(1), and proc(5). */

/**
 * Functions for a script of sh(1). `hubs FOLDER` prints the process numbers of the supervisors that run from the program in that folder: of all users if
 * root asks, and also those of a version that was upgraded since. `stop_hubs FOLDER NAME SECONDS` stops them as `hub stop` does, and says so, each line
 * with that name before it; it waits for about so long, and always returns 0.
 *
 * A process whose root is another one, such as that of a container, runs from another program with the same path.
 */
export const runningHubs = `hubs() {
  [ -n "$1" ] || return 0
  for hub_entry in $(find /proc/[0-9]*/exe -prune -lname '*/node*' 2>/dev/null); do
    hub_entry=\${hub_entry%/exe}
    case $(readlink "$hub_entry/exe" 2>/dev/null) in
    "$1/node" | "$1/node (deleted)") ;;
    *) continue ;;
    esac
    [ "$hub_entry/root/" -ef / ] || continue
    case "$(tr '\\0' ' ' 2>/dev/null <"$hub_entry/cmdline") " in
    *" $1/bin/hub.js run "*) echo "\${hub_entry#/proc/}" ;;
    esac
  done
}
stop_hubs() {
  for number in $(hubs "$1"); do
    echo "$2: stopping the Hub of $(stat -c %U "/proc/$number" 2>/dev/null || echo '?') (process $number)"
    kill -TERM "$number" 2>/dev/null || true
  done
  rounds=$(($3 * 5))
  while [ -n "$(hubs "$1")" ] && [ "$rounds" -gt 0 ]; do
    sleep 0.2
    rounds=$((rounds - 1))
  done
  for number in $(hubs "$1"); do
    echo "$2: process $number did not stop and still keeps what is copied; to end it: kill -KILL $number" >&2
  done
}
`;

/** As long as `hub stop` waits, and longer than any part of Hub may take. */
export const stoppedWithinSeconds = 20;

/** What is said of a Hub that is running while a newer version takes the place of its own. */
export function staysUntilRestart(version: string): string {
  return `A running Hub stays on ${version} until you restart it: hub stop && hub start`;
}
