@echo off
rem The command from a checkout. It sets nothing up: npm start does.
setlocal
set "node=%~dp0.runtime\node\bin\node.exe"
if not exist "%node%" (
  echo hub: this checkout is not set up yet; run once: npm start 1>&2
  exit /b 1
)
if not defined NODE_COMPILE_CACHE set "NODE_COMPILE_CACHE=%~dp0.runtime\compile-cache"
"%node%" --max-semi-space-size=1 --no-memory-reducer "%~dp0bin\hub.ts" %*
exit /b %errorlevel%
