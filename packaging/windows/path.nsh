; The machine's PATH, of any length: NSIS's own strings would cut it off at ${NSIS_MAX_STRLEN} characters.
; $R1 the registry key, $R2 its type, $R5 the text in memory that can hold ${FOLDER} besides.

!define PATH_KEY "SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
!define HKLM_HANDLE -2147483646
!define READ_AND_WRITE 0x2001F

!macro ReadPath FOLDER
  System::Call 'advapi32::RegOpenKeyExW(p ${HKLM_HANDLE}, w "${PATH_KEY}", i 0, i ${READ_AND_WRITE}, *p .R1) i .R0'
  System::Call 'advapi32::RegQueryValueExW(p R1, w "Path", p 0, *i .R2, p 0, *i .R3) i .R0'
  ${If} $R0 = 0
    StrLen $R4 "${FOLDER}"
    IntOp $R4 $R4 * 2
    IntOp $R4 $R4 + $R3
    IntOp $R4 $R4 + 16
    System::Alloc $R4
    Pop $R5
    System::Call 'advapi32::RegQueryValueExW(p R1, w "Path", p 0, *i .R2, p R5, *i R3 R3) i .R0'
  ${EndIf}
!macroend

!macro WritePath
  System::Call 'kernel32::lstrlenW(p R5) i .R3'
  IntOp $R3 $R3 + 1
  IntOp $R3 $R3 * 2
  System::Call 'advapi32::RegSetValueExW(p R1, w "Path", i 0, i R2, p R5, i R3) i .R0'
  System::Free $R5
  System::Call 'advapi32::RegCloseKey(p R1)'
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

!macro AddToPath FOLDER
  !insertmacro ReadPath "${FOLDER}"
  ${If} $R0 = 0
    System::Call 'shlwapi::StrStrIW(p R5, w "${FOLDER}") p .R6'
    ${If} $R6 P= 0
      System::Call 'kernel32::lstrcatW(p R5, w ";${FOLDER}")'
    ${EndIf}
    !insertmacro WritePath
  ${Else}
    DetailPrint "PATH: $R0"
  ${EndIf}
!macroend

!macro RemoveFromPath FOLDER
  !insertmacro ReadPath "${FOLDER}"
  ${If} $R0 = 0
    System::Call 'shlwapi::StrStrIW(p R5, w ";${FOLDER}") p .R6'
    ${If} $R6 P<> 0
      StrLen $R4 ";${FOLDER}"
      IntOp $R4 $R4 * 2
      IntPtrOp $R7 $R6 + $R4
      System::Call 'kernel32::lstrlenW(p R7) i .R3'
      IntOp $R3 $R3 + 1
      IntOp $R3 $R3 * 2
      System::Call 'ntdll::memmove(p R6, p R7, p R3)'
    ${EndIf}
    !insertmacro WritePath
  ${EndIf}
!macroend
