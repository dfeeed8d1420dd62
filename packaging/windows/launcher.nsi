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

; Runs the command line $5 to its end without a window; its exit code in $2 (-1: it did not start), what it said in the file $6.
; Structures are those of 64-bit Windows. No helper program: a machine in a hall may allow those alone that were installed.
!macro RunUnseen
  StrCpy $2 -1
  ; SECURITY_ATTRIBUTES: the handles are inherited.
  System::Call '*(i 24, i 0, p 0, i 1, i 0) p .R0'
  System::Call 'kernel32::CreateFileW(w "NUL", i 0x80000000, i 3, p R0, i 3, i 0, p 0) p .R1'
  System::Call 'kernel32::CreateFileW(w r6, i 0x40000000, i 3, p R0, i 2, i 0x80, p 0) p .R2'
  ; STARTUPINFOW with STARTF_USESTDHANDLES, PROCESS_INFORMATION.
  System::Call '*(i 104, i 0, p 0, p 0, p 0, i 0, i 0, i 0, i 0, i 0, i 0, i 0, i 0x100, i 0, i 0, p 0, p R1, p R2, p R2) p .R3'
  System::Call '*(p 0, p 0, i 0, i 0) p .R4'
  ; CREATE_NO_WINDOW
  System::Call 'kernel32::CreateProcessW(p 0, w r5, p 0, p 0, i 1, i 0x08000000, p 0, p 0, p R3, p R4) i .R5'
  System::Call 'kernel32::CloseHandle(p R1)'
  System::Call 'kernel32::CloseHandle(p R2)'
  ${If} $R5 <> 0
    System::Call '*$R4(p .R6, p .R7)'
    System::Call 'kernel32::WaitForSingleObject(p R6, i -1)'
    System::Call 'kernel32::GetExitCodeProcess(p R6, *i .r2)'
    System::Call 'kernel32::CloseHandle(p R6)'
    System::Call 'kernel32::CloseHandle(p R7)'
  ${EndIf}
  System::Free $R4
  System::Free $R3
  System::Free $R0
!macroend

Section
  ${GetParameters} $0
  ${StrStr} $4 " $0 " " --kiosk "
  GetTempFileName $6
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
      StrCpy $2 0
      ${Break}
    ${EndIf}
    StrCpy $5 '"$1\node.exe" "$1\out\main\browser-host.js" --setup $0'
    !insertmacro RunUnseen
    ${If} $2 == 75
      ${Continue}
    ${EndIf}
    ${If} $4 == ""
      ${Break}
    ${EndIf}
    Sleep 2000
  ${Loop}
  ${If} $2 != 0
    StrCpy $3 ""
    FileOpen $1 $6 r
    ${Do}
      ClearErrors
      FileRead $1 $5
      StrCpy $3 "$3$5"
    ${LoopUntil} ${Errors}
    FileClose $1
    MessageBox MB_OK|MB_ICONSTOP "$3"
    SetErrorLevel 1
  ${EndIf}
  Delete $6
SectionEnd
