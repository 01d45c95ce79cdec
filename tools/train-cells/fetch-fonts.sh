#!/bin/sh
# Fetches the fonts into FOLDER/fonts, and writes FOLDER/fonts.conf, by which fontconfig knows these alone.
set -eu
folder=$1
mkdir -p "$folder/fetched" "$folder/fonts"
cd "$folder/fetched"
for package in fonts-hermit fonts-agave fonts-anonymous-pro fonts-courier-prime fonts-fantasque-sans fonts-firacode fonts-hack fonts-inconsolata fonts-monofur fonts-monoid \
  fonts-mononoki fonts-noto-mono fonts-dejavu-core fonts-dejavu-extra fonts-go fonts-b612 fonts-terminus-otb fonts-spleen fonts-oxygen fonts-league-mono fonts-ricty-diminished \
  fonts-naver-d2coding fonts-3270 fonts-vlgothic fonts-tlwg-mono-ttf fonts-mplus fonts-lmodern fonts-cmu fonts-jetbrains-mono fonts-liberation fonts-urw-base35; do
  apt-get download -qq "$package"
done
for file in *.deb; do dpkg -x "$file" "$folder/fonts"; done
for family in source-code-pro ubuntu-mono roboto-mono space-mono ibm-plex-mono fira-mono fira-code pt-mono overpass-mono oxygen-mono share-tech-mono anonymous-pro inconsolata \
  red-hat-mono dm-mono martian-mono geist-mono azeret-mono sometype-mono spline-sans-mono cascadia-code cascadia-mono victor-mono monaspace-neon commit-mono iosevka intel-one-mono \
  lekton nova-mono b612-mono cutive-mono courier-prime xanh-mono ubuntu-sans-mono reddit-mono chivo-mono kode-mono m-plus-1-code m-plus-code-latin mononoki maple-mono; do
  npm pack --silent "@fontsource/$family" > "$family.name"
  mkdir -p "$family"
  tar xzf "$(cat "$family.name")" -C "$family" --wildcards 'package/files/*latin-[47]00-*.woff'
done
python3 - "$folder" <<'PYTHON'
import pathlib, sys
from fontTools.ttLib import TTFont
folder = pathlib.Path(sys.argv[1])
for file in folder.glob('fetched/*/package/files/*.woff'):
    if '-ext-' in file.name: continue
    font = TTFont(file)
    font.flavor = None  # Pango draws no compressed ones
    font.save(folder / 'fonts' / f'{file.stem}.ttf')
PYTHON
cat > "$folder/fonts.conf" <<XML
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>$folder/fonts</dir><cachedir>$folder/cache</cachedir></fontconfig>
XML
FONTCONFIG_FILE="$folder/fonts.conf" fc-cache -f
