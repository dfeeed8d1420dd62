@echo off
rem guichet [OPTIONS] opens the window; guichet COMMAND ... does one thing without a window.
setlocal
set "home=%~dp0..\program"
set "GUICHET_STOP_FILE=%~dp0..\being-replaced"
if not exist "%home%\node.exe" (
  echo guichet: the program is being replaced: try again in a minute 1>&2
  exit /b 1
)
set "first=%~1"
if not defined first goto window
if "%first%"=="-h" goto command
if "%first%"=="--help" goto command
if "%first%"=="--version" goto command
if "%first:~0,1%"=="-" goto window
:command
"%home%\node.exe" "%home%\out\main\cli.js" %*
exit /b %errorlevel%
:window
"%home%\node.exe" "%home%\out\main\browser-host.js" --setup %*
exit /b %errorlevel%
