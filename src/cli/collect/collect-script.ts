/**
 * A script for the old server, which need not run Node: it packs the configuration, and the .htaccess files of what it serves. It
 * takes more for served than the server does, and reads no language but sh.
 */
export const COLLECT_SCRIPT = String.raw`#!/bin/sh
# Packs what a migration of this Apache httpd needs: sh collect.sh [FILE.tar [CONFIGURATION-FOLDER-OR-FILE...]]
# Needs sh, find, sed, grep, sort and tar (GNU, BSD or busybox). Changes nothing but FILE.tar. Run it as root, so that all can be read.
# Keys and certificates are left out: no migration needs them.
# A 2.2 server whose configuration this is lists what it has compiled in, beside its main file; HTTPD=/path/to/httpd names another one.
LC_ALL=C; export LC_ALL
out=\${1:-httpd-copy.tar}
case $out in
  /* | -) ;;
  *) out=$(pwd)/$out ;;
esac
case $out in *.tar) ;; *) [ ! -e "$out" ] || [ -c "$out" ] || [ -p "$out" ] || { echo "collect: $out is there already, and is no .tar file: the archive comes first: sh collect.sh FILE.tar CONFIGURATION-FOLDER" >&2; exit 2; } ;; esac
[ $# -gt 0 ] && shift
if [ $# -eq 0 ]; then
  for each in /etc/httpd /etc/apache2 /etc/apache /usr/local/apache2/conf /usr/local/apache/conf /opt/apache2/conf \
    /usr/local/etc/apache22 /usr/local/etc/apache2 /opt/csw/apache2/etc /opt/bitnami/apache2/conf /opt/lampp/etc /private/etc/apache2; do
    [ -d "$each" ] && set -- "$@" "$each"
  done
fi
[ $# -gt 0 ] || { echo "collect: no configuration found: name its folder: sh collect.sh $out /path/to/conf" >&2; exit 2; }
for each in "$@"; do # paths from the root
  shift
  case $each in
    /*) set -- "$@" "$each" ;;
    *) set -- "$@" "$(pwd)/$each" ;;
  esac
done
work=\${TMPDIR:-/tmp}/collect.$$
(umask 077; mkdir "$work") || exit 2
trap 'rm -rf "$work"' 0
trap 'exit 2' 1 2 15

plain() { # the names of files and links below the arguments, without keys, certificates and modules
  find "$@" \( -type f -o -type l \) ! -name '*.key' ! -name '*.pem' ! -name '*.crt' ! -name '*.cer' ! -name '*.der' \
    ! -name '*.p12' ! -name '*.pfx' ! -name '*.csr' ! -name '*.so' ! -name '*.so.*' ! -name '*.log' ! -name '*_log' -print 2>> "$work/unread"
}
words() { # of a file the values of the directives that are named in small letters: their last word, without quotes
  awk -v want="$1" 'BEGIN { n = split(want, w, " "); for (i = 1; i <= n; i++) is[w[i]] = 1 }
    { sub(/\r$/, ""); sub(/^[ \t]+/, ""); sub(/[ \t]+$/, ""); line = $0; name = tolower($1)
      if (sub(/^</, "", name)) sub(/[ \t]*>$/, "", line)
      if (!(name in is)) next
      if (line ~ /"$/) { sub(/"$/, "", line); sub(/^.*"/, "", line) } else sub(/^.*[ \t]/, "", line)
      print line }' 2>/dev/null < "$2"
}
absolute() { # paths that do not begin at the root are below ServerRoot
  while IFS= read -r each; do
    case $each in
      /*) printf '%s\n' "$each" ;;
      '') ;;
      *) printf '%s\n' "$root/$each" ;;
    esac
  done
}

: > "$work/conf"; : > "$work/unread"
for each in "$@"; do
  if [ -d "$each" ]; then plain "$each/"; else plain "$each"; fi
  [ -h "$each" ] && printf '%s\n' "$each"
done >> "$work/conf"
# What is included from elsewhere, in five steps at the most.
turn=0
root=$1
while [ $turn -lt 5 ]; do
  sort -u "$work/conf" > "$work/known"
  while IFS= read -r file; do
    [ -f "$file" ] || continue
    said=$(words 'serverroot' "$file" | sed -n 1p)
    [ -n "$said" ] && root=$said
  done < "$work/known"
  while IFS= read -r file; do
    [ -f "$file" ] && words 'include includeoptional' "$file"
  done < "$work/known" | absolute | sort -u > "$work/includes"
  while IFS= read -r pattern; do
    IFS_OLD=$IFS; IFS='
'
    for found in $pattern; do
      if [ -d "$found" ]; then plain "$found/"; elif [ -e "$found" ]; then plain "$found"; fi
    done
    IFS=$IFS_OLD
  done < "$work/includes" >> "$work/conf"
  sort -u "$work/conf" > "$work/next"
  cmp -s "$work/known" "$work/next" && break
  turn=$((turn + 1))
done
sort -u "$work/conf" > "$work/known"

names='.htaccess'; indexes='index.html'
: > "$work/served"; : > "$work/files"; : > "$work/keys"; : > "$work/done"
while IFS= read -r file; do
  [ -f "$file" ] || continue
  words 'documentroot alias scriptalias aliasmatch scriptaliasmatch virtualdocumentroot wsgiscriptalias directory' "$file" >> "$work/served"
  words 'authuserfile authgroupfile authdbmuserfile authdbmgroupfile typesconfig mimemagicfile' "$file" >> "$work/files"
  words 'sslcertificatefile sslcertificatekeyfile sslcertificatechainfile sslcacertificatefile sslcarevocationfile sslproxymachinecertificatefile' "$file" >> "$work/keys"
  words 'userdir' "$file" | while IFS= read -r word; do
    case $word in
      disabled | enabled | *:*) ;;
      /*) printf '%s\n' "$word" ;;
      *) cut -d: -f6 /etc/passwd 2>/dev/null | sort -u | while IFS= read -r home; do [ -d "$home/$word" ] && printf '%s\n' "$home/$word"; done ;;
    esac
  done >> "$work/served"
  words 'rewritemap' "$file" | sed -n 's/^\(txt\|rnd\|prg\|dbm\|dbm=[A-Za-z]*\)://p' >> "$work/files"
  more=$(sed -n 's/^[[:space:]]*[Aa]ccess[Ff]ile[Nn]ame[[:space:]]\{1,\}//p' 2>/dev/null < "$file" | tr -d '"')
  [ -n "$more" ] && names="$names $more"
  more=$(sed -n 's/^[[:space:]]*[Dd]irectory[Ii]ndex[[:space:]]\{1,\}//p' 2>/dev/null < "$file" | tr -d '"')
  [ -n "$more" ] && indexes="$indexes $more"
done < "$work/known"

search() { # the access files below a folder, and below what the links in it lead to, each folder once
  [ -h "$1" ] && printf '%s\n' "$1"
  (
    cd "$1" 2>/dev/null || { printf '%s: permission denied\n' "$1" >> "$work/unread"; exit 0; }
    here=$(pwd -P)
    grep -q -x -F -e "$here" "$work/done" && exit 0
    printf '%s\n' "$here" >> "$work/done"
    for name in $names; do find "$here" -name "$name" -print 2>> "$work/unread"; done
    find "$here" -type l -print 2>/dev/null | while IFS= read -r link; do
      [ -d "$link" ] && search "$link"
    done
  )
}

: > "$work/laid"
lay() { # what stands there in the copy, with nothing that is not asked for: a file, a link, or of a folder an empty one
  if [ -h "$1" ] || [ ! -d "$1" ]; then printf '%s\n' "$1"; else printf '%s\n' "$1" >> "$work/laid"; fi
}
# Of a path with a pattern or a part of the address in it, what stands before that.
sed -e 's/[*?$%[(^].*$//' < "$work/served" | absolute | sort -u > "$work/folders"
{
  cat "$work/known"
  while IFS= read -r folder; do
    case $folder in
      / | /etc | /usr | /var | /home | /proc* | /sys* | /dev*) [ "$folder" = /home ] || continue ;;
    esac
    [ -e "$folder" ] || continue
    search "$folder"
    lay "$folder"
  done < "$work/folders"
  absolute < "$work/files" | while IFS= read -r file; do
    for each in "$file" "$file.db" "$file.pag" "$file.dir" "$file.dat"; do [ -f "$each" ] && printf '%s\n' "$each"; done
  done
  for each in /etc/passwd /etc/group /etc/nsswitch.conf /etc/sysconfig/httpd /etc/sysconfig/apache2 /etc/default/apache2 /etc/mime.types /etc/rc.conf /etc/rc.conf.local /etc/rc.conf.d/apache2* /usr/local/sbin/envvars; do
    [ -f "$each" ] && printf '%s\n' "$each"
  done
} | sed 's,//*,/,g' | sort -u > "$work/all"

while IFS= read -r file; do [ -h "$file" ] && printf '%s\n' "$file"; done < "$work/all" > "$work/links"
real() { # an archive holds no files below its links: of paths below one, where they really are
  awk -v links="$work/links" 'BEGIN { while ((getline line < links) > 0) is[line] = 1 }
    { below = ""; for (path = $0; match(path, "/[^/]*$") && RSTART > 1;) { path = substr(path, 1, RSTART - 1); if (path in is) below = "+" }
      print below $0 }' | while IFS= read -r path; do
    case $path in
      +*) path=\${path#+}; (cd "\${path%/*}" 2>/dev/null && printf '%s/%s\n' "$(pwd -P)" "\${path##*/}") ;;
      *) printf '%s\n' "$path" ;;
    esac
  done
}
real < "$work/all" | sort -u > "$work/real"

absolute < "$work/keys" | sort -u > "$work/secret"
# What the links lead to, and nothing that holds a key.
while IFS= read -r file; do
  to=$([ -h "$file" ] && readlink -f "$file" 2>/dev/null) && [ -n "$to" ] && lay "$to"
  printf '%s\n' "$file"
done < "$work/real" | sort -u | while IFS= read -r file; do
  if [ -f "$file" ] && [ ! -r "$file" ]; then
    printf '%s: permission denied\n' "$file" >> "$work/unread"
  elif [ -f "$file" ] && grep -q -e '-----BEGIN [A-Z ]*PRIVATE KEY-----' "$file" 2>/dev/null; then
    echo "collect: left out, a private key: $file" >&2
  elif grep -q -x -F -e "$file" "$work/secret"; then
    echo "collect: left out, a key or certificate: $file" >&2
  else
    printf '%s\n' "$file"
  fi
done > "$work/list"

servers() { # programs that may be the server of this configuration: of the start script's settings, beside it, of packages
  sed -n 's/^[[:space:]]*\(export[[:space:]]*\)\{0,1\}HTTPD=["'\'']\{0,1\}\([^"'\'' ]*\).*/\2/p' /etc/sysconfig/httpd 2>/dev/null
  for each in "$@"; do
    [ -d "$each" ] || each=$(dirname "$each")
    printf '%s\n' "$each/bin/httpd" "$each/../bin/httpd"
  done
  for each in /usr/sbin /usr/local/sbin /usr/local/apache2/bin /usr/local/apache/bin /opt/apache2/bin /opt/csw/apache2/sbin \
    /opt/bitnami/apache2/bin /opt/lampp/bin; do
    printf '%s\n' "$each/httpd" "$each/apache2" "$each/httpd2" "$each/httpd.worker"
  done
}
value() { # what the server was built with, by its name
  printf '%s\n' "$said" | sed -n 's/^ *-D '"$1"'="\(.*\)"$/\1/p'
}
mains() { # the main files in the copy that the server reads: the one that it was built with, or all if somebody named the server
  if [ -n "$HTTPD" ]; then
    sed -n -e '/\/httpd2\{0,1\}\.conf$/p' -e '/\/apache2\.conf$/p' "$work/all"
  else
    main=$(value SERVER_CONFIG_FILE)
    case $main in /*) ;; *) main=$(value HTTPD_ROOT)/$main ;; esac
    grep -x -F -e "$main" "$work/all"
  fi
}
mkdir "$work/tree"; : > "$work/placed"; : > "$work/listed"
real < "$work/laid" | sort -u | while IFS= read -r folder; do
  mkdir -p "$work/tree$folder" && printf '%s\n' "$folder" | sed 's,^//*,,' >> "$work/placed"
  # Whether it has an index page decides what it answers; what the page says does not.
  for name in $indexes; do [ -f "$folder/$name" ] && [ -d "$work/tree$folder/\${name%"\${name##*/}"}" ] && : > "$work/tree$folder/$name"; done
done
if [ -n "$HTTPD" ]; then printf '%s\n' "$HTTPD"; else servers "$@"; fi | while IFS= read -r server; do
  [ -f "$server" ] && [ -x "$server" ] || continue
  said=$("$server" -V 2>/dev/null </dev/null)
  case $said in
    *Apache/2.2.* | *'Apache version: 2.2.'*) ;;
    *) continue ;;
  esac
  mains | while IFS= read -r main; do
    # Never over a file that the server's owner wrote, nor twice: the first program is the surest.
    list=$(printf '%s\n' "$main.modules" | real)
    [ -e "$list" ] || [ -e "$work/tree$list" ] && continue
    mkdir -p "$work/tree$(dirname "$list")"
    { printf '# %s\n%s\n' "$server" "$said"; "$server" -l 2>/dev/null </dev/null; } > "$work/tree$list"
    printf '%s\n' "$list" | sed 's,^//*,,' >> "$work/listed"
    echo "collect: $server lists what it has compiled in: $list" >&2
  done
done
[ -s "$work/listed" ] || [ -z "$HTTPD" ] || { echo "collect: $HTTPD does not say that it is Apache 2.2" >&2; exit 2; }

set -f; IFS_OLD=$IFS; IFS='
'
set -- $(cat "$work/placed" "$work/listed")
IFS=$IFS_OLD
tar -cf "$out" -C "$work/tree" -T "$work/list" "$@" || exit 2
echo "collect: $(grep -c '' "$work/list") files in $out. Unpack it on the new machine (mkdir copy; tar -xf $out -C copy)," >&2
echo "collect: then: httpd-codemod copy/FOLDER, such as copy/etc/httpd" >&2
[ -s "$work/unread" ] || exit 0
echo "collect: not all could be read, so the archive is not whole: run it as root. Left out:" >&2
sort -u "$work/unread" | sed -e 's/^find: //' -e 's/^/  /' -e '20q' >&2
exit 3
`.replaceAll('\\$', '$');
