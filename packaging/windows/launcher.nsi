; guichet.exe: opens the kiosk without a console window, and keeps it open.
;
; Ends with the program it started, and shows what that said when it failed. It starts it again when an installer had it end
; (exit code 75), once that installer has ended; on a machine in a hall (--kiosk) whatever ended it, two seconds later.
Unicode true
Target amd64-unicode
!include LogicLib.nsh
!include FileFunc.nsh
!include StrFunc.nsh
${StrStr}

Name "Guichet"
OutFile "${OUTPUT}"
Icon "${ICON}"
SilentInstall silent
RequestExecutionLevel user
SetCompressor zlib
!include "version.nsh"

Section
  ${GetParameters} $0
  ${StrStr} $4 " $0 " " --kiosk "
  System::Call 'kernel32::SetEnvironmentVariableW(w "GUICHET_STOP_FILE", w "$EXEDIR\being-replaced")'
  ${Do}
    ; An installer keeps the file open while it works; one that lies there alone is left over from a power cut.
    ${DoWhile} ${FileExists} "$EXEDIR\being-replaced"
      ClearErrors
      FileOpen $1 "$EXEDIR\being-replaced" r
      ${IfNot} ${Errors}
        FileClose $1
        ${ExitDo}
      ${EndIf}
      Sleep 500
    ${Loop}
    StrCpy $1 "$EXEDIR\program"
    ; A power cut between the two renames of an upgrade.
    ${IfNot} ${FileExists} "$1\node.exe"
      StrCpy $1 "$EXEDIR\old"
    ${EndIf}
    ; Removed.
    ${IfNot} ${FileExists} "$1\node.exe"
      SetErrorLevel 0
      Quit
    ${EndIf}
    nsExec::ExecToStack '"$1\node.exe" "$1\out\main\browser-host.js" --setup $0'
    Pop $2
    Pop $3
    ${If} $2 == 75
      ${Continue}
    ${EndIf}
    ${If} $4 == ""
      ${Break}
    ${EndIf}
    Sleep 2000
  ${Loop}
  ${If} $2 != 0
    MessageBox MB_OK|MB_ICONSTOP "$3"
    SetErrorLevel 1
  ${EndIf}
SectionEnd
