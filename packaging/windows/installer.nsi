; The installer of the program with Node, for an installed Edge or Chrome: per machine, /S silent, /D=FOLDER (last).
; Exit codes: 0 done, 1 given up by a person, 2 not possible, 3 the program still ran and nothing was changed.
;
; The new program is laid beside the old one, whole, before the old one ends; then two renames put it in place.
Unicode true
Target amd64-unicode
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include WinMessages.nsh
!include "path.nsh"

Name "Guichet"
OutFile "${OUTPUT}"
InstallDir "$PROGRAMFILES64\Guichet"
InstallDirRegKey HKLM "Software\Guichet" "Folder"
RequestExecutionLevel admin
ManifestDPIAware true
AllowSkipFiles off
BrandingText "Guichet ${VERSION}"
!include "version.nsh"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Guichet"
!define PROFILES "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Portuguese"
!insertmacro MUI_LANGUAGE "Arabic"
!include "texts.nsh"

; Open from before the program is asked to end until the next one is in place.
Var Marker

!macro Prepare
  SetRegView 64
  SetShellVarContext all
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "$(NeedsWindows10)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  UserInfo::GetAccountType
  Pop $0
  ${If} $0 != "Admin"
    MessageBox MB_OK|MB_ICONSTOP "$(NeedsAdministrator)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

Function .onInit
  !insertmacro Prepare
FunctionEnd

; What could not be written: the program before stays.
Function .onInstFailed
  FileClose $Marker
  Delete "$INSTDIR\being-replaced"
  RMDir /r "$INSTDIR\new"
FunctionEnd

Function un.onInit
  !insertmacro Prepare
FunctionEnd

; Sets $2 to 1 where a process runs from $INSTDIR\program, whoever's it is.
!macro LookForPrograms
  StrCpy $2 0
  System::Alloc 65536
  Pop $3
  System::Call 'kernel32::K32EnumProcesses(p r3, i 65536, *i .r4)'
  ${While} $4 > 0
    IntOp $4 $4 - 4
    IntPtrOp $5 $3 + $4
    System::Call '*$5(i .r6)'
    System::Call 'kernel32::OpenProcess(i 0x1000, i 0, i r6) p .r5'
    ${If} $5 P<> 0
      StrCpy $7 ""
      System::Call 'kernel32::QueryFullProcessImageNameW(p r5, i 0, w .r7, *i ${NSIS_MAX_STRLEN})'
      System::Call 'kernel32::CloseHandle(p r5)'
      ${If} $7 == "$INSTDIR\program\node.exe"
        StrCpy $2 1
      ${EndIf}
    ${EndIf}
  ${EndWhile}
  System::Free $3
!macroend

; Asks the running program to end, which closes its ledger, and takes its folder away as $INSTDIR\NAME. Where it does not
; end within a minute this ends here, with all as it was.
!macro TakeAway NAME
  SetOutPath "$INSTDIR"
  FileOpen $Marker "$INSTDIR\being-replaced" w
  ${If} ${FileExists} "$INSTDIR\program\node.exe"
    RMDir /r "$INSTDIR\${NAME}"
    StrCpy $0 0
    ${Do}
      ; Windows renames no folder with an open file in it; not every system that runs this is so strict.
      !insertmacro LookForPrograms
      ${If} $2 = 0
        ClearErrors
        Rename "$INSTDIR\program" "$INSTDIR\${NAME}"
        ${IfNot} ${Errors}
          ${ExitDo}
        ${EndIf}
      ${EndIf}
      IntOp $0 $0 + 1
      ${If} $0 = 240
        FileClose $Marker
        Delete "$INSTDIR\being-replaced"
        RMDir /r "$INSTDIR\new"
        MessageBox MB_OK|MB_ICONSTOP "$(StillRuns)" /SD IDOK
        SetErrorLevel 3
        Quit
      ${EndIf}
      Sleep 250
    ${Loop}
  ${EndIf}
!macroend

Section
  ; What a power cut left of an installation, or of a removal, before.
  ${IfNot} ${FileExists} "$INSTDIR\program\node.exe"
    RMDir /r "$INSTDIR\program"
    Rename "$INSTDIR\old" "$INSTDIR\program"
  ${EndIf}
  RMDir /r "$INSTDIR\new"
  RMDir /r "$INSTDIR\removed"
  !include "${FILES}"

  ; On the disk before the old one goes: all that this volume still holds in memory.
  StrCpy $0 "$INSTDIR" 2
  System::Call 'kernel32::CreateFileW(w "\\.\$0", i 0x40000000, i 3, p 0, i 3, i 0, p 0) p .R0'
  System::Call 'kernel32::FlushFileBuffers(p R0)'
  System::Call 'kernel32::CloseHandle(p R0)'

  !insertmacro TakeAway "old"
  ClearErrors
  Rename "$INSTDIR\new" "$INSTDIR\program"
  ${If} ${Errors}
    Rename "$INSTDIR\old" "$INSTDIR\program"
    FileClose $Marker
    Delete "$INSTDIR\being-replaced"
    MessageBox MB_OK|MB_ICONSTOP "$(NotReplaced)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  ; It waits for the next program: Windows lets it be renamed, not written over. One that stays opens the next program too.
  Delete "$INSTDIR\guichet.exe.old"
  Rename "$INSTDIR\guichet.exe" "$INSTDIR\guichet.exe.old"
  SetOverwrite try
  File "/oname=guichet.exe" "${LAUNCHER}"
  SetOverwrite on
  Delete /REBOOTOK "$INSTDIR\guichet.exe.old"
  SetOutPath "$INSTDIR\bin"
  File "/oname=guichet.cmd" "${COMMAND}"
  SetOutPath "$INSTDIR"
  FileClose $Marker
  Delete "$INSTDIR\being-replaced"
  RMDir /r "$INSTDIR\old"

  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Guichet.lnk" "$INSTDIR\guichet.exe"
  !insertmacro AddToPath "$INSTDIR\bin"
  WriteRegStr HKLM "Software\Guichet" "Folder" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayName" "Guichet"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\guichet.exe"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "Publisher" "${VENDOR}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "URLInfoAbout" "${HOMEPAGE}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoRepair" 1
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "EstimatedSize" ${KILOBYTES}
SectionEnd

; The sales stay, unless somebody says that they may go; /PURGE says it for a silent removal.
Section "Uninstall"
  StrCpy $R8 "keep"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/PURGE" $1
  ${IfNot} ${Errors}
    StrCpy $R8 "purge"
  ${Else}
    MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(SalesMayGo)" /SD IDNO IDNO keep
    StrCpy $R8 "purge"
    keep:
  ${EndIf}

  !insertmacro TakeAway "removed"
  FileClose $Marker
  Delete "$INSTDIR\being-replaced"
  SetOutPath "$TEMP"
  !insertmacro RemoveFromPath "$INSTDIR\bin"
  Delete "$SMPROGRAMS\Guichet.lnk"
  RMDir /r "$INSTDIR\removed"
  RMDir /r "$INSTDIR\old"
  RMDir /r "$INSTDIR\new"
  Delete "$INSTDIR\bin\guichet.cmd"
  RMDir "$INSTDIR\bin"
  ; Its window may need a moment to end.
  StrCpy $0 0
  ${Do}
    ClearErrors
    Delete "$INSTDIR\guichet.exe"
    IntOp $0 $0 + 1
    ${IfNot} ${Errors}
    ${OrIf} $0 = 40
      ${ExitDo}
    ${EndIf}
    Sleep 250
  ${Loop}
  Delete /REBOOTOK "$INSTDIR\guichet.exe"
  Delete /REBOOTOK "$INSTDIR\guichet.exe.old"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
  DeleteRegKey HKLM "Software\Guichet"

  ${If} $R8 == "purge"
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\Guichet"
    StrCpy $0 0
    ${Do}
      EnumRegKey $1 HKLM "${PROFILES}" $0
      ${If} $1 == ""
        ${ExitDo}
      ${EndIf}
      ReadRegStr $2 HKLM "${PROFILES}\$1" "ProfileImagePath"
      ExpandEnvStrings $2 $2
      ${If} $2 != ""
        RMDir /r "$2\AppData\Local\Guichet"
      ${EndIf}
      IntOp $0 $0 + 1
    ${Loop}
  ${EndIf}
SectionEnd
