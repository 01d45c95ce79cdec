/**
 * What makensis(1) reads: the installer of Windows with its uninstaller, and the small program that starts Hub without a console. Pure. The language is
 * described at https://nsis.sourceforge.io/Docs/.
 *
 * They must never remove a file that they did not install, and never touch what a user copied: files are removed by their names, folders only once empty.
 */

export interface InstallerParts {
  readonly version: string;
  /** Of all files. */
  readonly bytes: number;
  /** The folder of the program, and its files with forward slashes, in the order in which they are packed. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly icon: string;
  readonly output: string;
  /** For a trial: not compressed. */
  readonly isQuick: boolean;
}

const uninstallKey = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\hub-desktop';
/** Of each process, by `nsExec`: a Hub that hangs is not waited for. */
const endsWithinMs = 60_000;
/** How often, and for how long (10 s), the uninstaller waits for Windows to let go of a program that has ended. */
const [looksEveryMs, looks] = [250, 40];
const nodeWords = '--max-semi-space-size=1 --no-memory-reducer';

/** Sentences of the installer, in the languages that Hub speaks. */
const sentences = {
  newer: {
    ENGLISH: 'A newer version of Hub is installed, and this one could not read its journals. Nothing was changed.',
    GERMAN: 'Ein neuerer Hub ist installiert, dessen Journale dieser nicht lesen könnte. Nichts wurde geändert.',
    SIMPCHINESE: '已安装较新的 Hub，此版本无法读取其日志库。未做任何更改。',
  },
  other: {
    ENGLISH: 'The folder $INSTDIR already exists and is not Hub’s. Nothing was changed.',
    GERMAN: 'Den Ordner $INSTDIR gibt es schon, und er gehört nicht zu Hub. Nichts wurde geändert.',
    SIMPCHINESE: '文件夹 $INSTDIR 已存在，但不属于 Hub。未做任何更改。',
  },
  running: {
    ENGLISH: 'Hub is still running. Quit it, and try again.',
    GERMAN: 'Hub läuft noch. Nach dem Beenden bitte erneut versuchen.',
    SIMPCHINESE: 'Hub 仍在运行。请退出后重试。',
  },
  kept: {
    ENGLISH: 'Your history and settings are still in $LOCALAPPDATA\\Hub. Saved files stay where they are.',
    GERMAN: 'Verlauf und Einstellungen sind weiterhin in $LOCALAPPDATA\\Hub. Gespeicherte Dateien bleiben, wo sie sind.',
    SIMPCHINESE: '历史记录和设置仍在 $LOCALAPPDATA\\Hub 中。已保存的文件保持原处。',
  },
} as const;

/** The installer; it installs for the user who runs it, into one fixed folder. */
export function installerScript({ version, bytes, folder, files, icon, output, isQuick }: InstallerParts): string {
  const languages = ['ENGLISH', 'GERMAN', 'SIMPCHINESE'] as const;
  const texts = Object.entries(sentences).flatMap(([name, by]) =>
    languages.map((language) => `LangString ${name} \${LANG_${language}} "${by[language]}"`),
  );
  return `Unicode true
Target amd64-unicode
SetCompressor ${isQuick ? 'zlib' : '/SOLID lzma'}
${isQuick ? 'SetCompress off' : 'SetCompressorDictSize 32'}
!include MUI2.nsh
!include FileFunc.nsh
!include WordFunc.nsh
Name "Hub"
OutFile "${output}"
BrandingText "Hub ${version}"
RequestExecutionLevel user
ManifestDPIAware true
ShowInstDetails nevershow
ShowUninstDetails nevershow
${versionFacts(version, 'Hub, installer')}
!define MUI_ICON "${icon}"
!define MUI_UNICON "${icon}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\\hub-desktop.exe"
!define MUI_FINISHPAGE_NOAUTOCLOSE
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(kept)"
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
${languages.map((language) => `!insertmacro MUI_LANGUAGE ${language === 'SIMPCHINESE' ? 'SimpChinese' : titled(language)}`).join('\n')}
${texts.join('\n')}

!macro Refuse sentence
  MessageBox MB_OK|MB_ICONSTOP "$(\${sentence})" /SD IDOK
  SetErrorLevel 1
  Quit
!macroend

Function .onInit
  ; The folder can't be chosen: an uninstaller must never be pointed at a user's own folder.
  StrCpy $INSTDIR "$LOCALAPPDATA\\Programs\\hub-desktop"
FunctionEnd

Section
  ReadRegStr $0 HKCU "${uninstallKey}" "DisplayVersion"
  \${If} $0 != ""
    \${VersionCompare} $0 "${version}" $1
    \${If} $1 == 1
      !insertmacro Refuse newer
    \${EndIf}
  \${EndIf}
  \${If} \${FileExists} "$INSTDIR\\*.*"
    \${IfNot} \${FileExists} "${onTarget(mark)}"
      !insertmacro Refuse other
    \${EndIf}
    ; The one before knows its own files.
    \${If} \${FileExists} "$INSTDIR\\uninstall.exe"
      ExecWait '"$INSTDIR\\uninstall.exe" /S /UPDATE _?=$INSTDIR' $0
      \${If} $0 != 0
        !insertmacro Refuse running
      \${EndIf}
    \${EndIf}
  \${EndIf}
  ; First, so that whatever follows can be replaced and removed again.
  SetOutPath "$INSTDIR"
  File "${checked(`${folder}/${mark}`)}"
  WriteUninstaller "$INSTDIR\\uninstall.exe"
${installed(folder, files)}
  SetOutPath "$INSTDIR"
  CreateShortcut "$SMPROGRAMS\\Hub.lnk" "$INSTDIR\\hub-desktop.exe" "" "$INSTDIR\\hub-desktop.exe"
  WriteRegStr HKCU "${uninstallKey}" "DisplayName" "Hub"
  WriteRegStr HKCU "${uninstallKey}" "DisplayVersion" "${version}"
  WriteRegStr HKCU "${uninstallKey}" "DisplayIcon" "$INSTDIR\\hub-desktop.exe"
  WriteRegStr HKCU "${uninstallKey}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${uninstallKey}" "UninstallString" '"$INSTDIR\\uninstall.exe"'
  WriteRegStr HKCU "${uninstallKey}" "QuietUninstallString" '"$INSTDIR\\uninstall.exe" /S'
  WriteRegDWORD HKCU "${uninstallKey}" "EstimatedSize" ${Math.ceil(bytes / 1_024)}
  WriteRegDWORD HKCU "${uninstallKey}" "NoModify" 1
  WriteRegDWORD HKCU "${uninstallKey}" "NoRepair" 1
SectionEnd

; Sets the error flag if node.exe is still running. Windows lets go of a program's file only a moment after the program has ended.
Function un.AwaitEnd
  StrCpy $R3 0
  \${Do}
    ClearErrors
    \${IfNot} \${FileExists} "$INSTDIR\\node.exe"
      Return
    \${EndIf}
    FileOpen $R4 "$INSTDIR\\node.exe" a
    \${IfNot} \${Errors}
      FileClose $R4
      Return
    \${EndIf}
    IntOp $R3 $R3 + 1
    Sleep ${looksEveryMs}
  \${LoopUntil} $R3 >= ${looks}
  SetErrors
FunctionEnd

Section Uninstall
  ; First, and whatever it answers: a Hub that could not be stopped is known by its file, and then nothing is changed.
  nsExec::Exec /TIMEOUT=${endsWithinMs} '"$INSTDIR\\node.exe" "$INSTDIR\\bin\\hub.js" stop'
  Pop $0
  Call un.AwaitEnd
  \${If} \${Errors}
    !insertmacro Refuse running
  \${EndIf}
  \${GetParameters} $R0
  ClearErrors
  \${GetOptions} $R0 "/UPDATE" $R1
  \${If} \${Errors}
    StrCpy $R2 uninstall
    nsExec::Exec /TIMEOUT=${endsWithinMs} '"$INSTDIR\\node.exe" "$INSTDIR\\bin\\hub.js" uninstall'
    Pop $0
    Call un.AwaitEnd
  \${Else}
    ; An update leaves the start at login as its user chose it.
    StrCpy $R2 stop
  \${EndIf}
  ; Windows keeps the file of a program that runs: nothing else is removed then.
  ClearErrors
  Delete "$INSTDIR\\node.exe"
  \${If} \${Errors}
    !insertmacro Refuse running
  \${EndIf}
${removed(files)}
  Delete "$INSTDIR\\uninstall.exe"
  SetOutPath "$TEMP"
  ; An update keeps the mark, in case that it is broken off.
  \${If} $R2 == uninstall
    Delete "${onTarget(mark)}"
    RMDir "$INSTDIR"
    ; What a user has put there stays, and Hub can be installed again.
    \${If} \${FileExists} "$INSTDIR\\*.*"
      FileOpen $0 "${onTarget(mark)}" w
      FileClose $0
    \${EndIf}
    Delete "$SMPROGRAMS\\Hub.lnk"
    DeleteRegKey HKCU "${uninstallKey}"
    ; The program, as Node has compiled it.
    RMDir /r "$LOCALAPPDATA\\hub-desktop\\compiled"
    RMDir "$LOCALAPPDATA\\hub-desktop"
  \${EndIf}
SectionEnd
`;
}

/** The program `hub-desktop.exe`: Hub's Node with the same words, and without the console that Windows gives to Node. */
export function starterScript({ version, icon, output }: Pick<InstallerParts, 'version' | 'icon' | 'output'>): string {
  return `Unicode true
Target amd64-unicode
SetCompressor lzma
!include FileFunc.nsh
Name "Hub"
OutFile "${output}"
Icon "${icon}"
RequestExecutionLevel user
SilentInstall silent
ManifestDPIAware true
${versionFacts(version, 'Hub')}
Section
  \${GetParameters} $R0
  ReadEnvStr $R1 "NODE_COMPILE_CACHE"
  StrCmp $R1 "" 0 +2
  System::Call 'kernel32::SetEnvironmentVariable(t "NODE_COMPILE_CACHE", t "$LOCALAPPDATA\\hub-desktop\\compiled")'
  ExecShell "open" "$EXEDIR\\node.exe" '${nodeWords} "$EXEDIR\\bin\\hub.js" $R0' SW_HIDE
SectionEnd
`;
}

/** The command `hub` at a terminal of Windows. */
export const windowsCommand = [
  '@echo off',
  'setlocal',
  'if not defined NODE_COMPILE_CACHE set "NODE_COMPILE_CACHE=%LOCALAPPDATA%\\hub-desktop\\compiled"',
  `"%~dp0node.exe" ${nodeWords} "%~dp0bin\\hub.js" %*`,
  'exit /b %errorlevel%',
  '',
].join('\r\n');

/** The mark of Hub's own folder: the first file there, and the last that goes, so that a half of a Hub is known as one. It stays with what a user has put there. */
const mark = 'installed.json';

/** By name and in order: what a folder of the machine that builds lists first must not decide on the bytes. */
function installed(folder: string, files: readonly string[]): string {
  let current = '';
  return files
    .filter((name) => name !== mark)
    .flatMap((name) => {
      const inside = folderOf(name);
      const moves = inside === current ? [] : [`  SetOutPath "${onTarget(inside)}"`];
      current = inside;
      return [...moves, `  File "${checked(`${folder}/${name}`)}"`];
    })
    .join('\n');
}

function removed(files: readonly string[]): string {
  const folders = new Set<string>();
  for (const name of files) for (let inside = folderOf(name); inside !== ''; inside = folderOf(inside)) folders.add(inside);
  // What is inside a folder sorts after it.
  const emptied = [...folders].toSorted((one, other) => (one < other ? 1 : -1));
  return [
    ...files.filter((name) => name !== mark).map((name) => `  Delete "${onTarget(name)}"`),
    ...emptied.map((name) => `  RMDir "${onTarget(name)}"`),
  ].join('\n');
}

function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

function onTarget(name: string): string {
  return `$INSTDIR${name === '' ? '' : '\\'}${checked(name.replaceAll('/', '\\'))}`;
}

/** @throws Error for a name that this language could take for something else. */
function checked(name: string): string {
  if (/["$`\r\n]/.test(name)) throw new Error(`a file of the program has a name that an installer can't have: ${name}`);
  return name;
}

function titled(word: string): string {
  return `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`;
}

function versionFacts(version: string, description: string): string {
  const numbers = /^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '0.0.0';
  const facts = { ProductName: 'Hub', FileDescription: description, FileVersion: version, ProductVersion: version, LegalCopyright: 'MIT' };
  return [
    `VIProductVersion "${numbers}.0"`,
    ...Object.entries(facts).map(([name, text]) => `VIAddVersionKey /LANG=0 "${name}" "${text}"`),
  ].join('\n');
}
