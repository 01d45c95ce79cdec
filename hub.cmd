@echo off
rem The command from a checkout. It sets nothing up: npm start does.
setlocal
set "node=%~dp0.runtime\node\bin\node.exe"
rem Setup writes "ready" last: until then Node or packages may be missing, or half there.
if not exist "%node%" goto unready
if not exist "%~dp0.runtime\ready" goto unready
if not defined NODE_COMPILE_CACHE set "NODE_COMPILE_CACHE=%~dp0.runtime\compile-cache"
"%node%" --max-semi-space-size=1 --no-memory-reducer "%~dp0bin\hub.ts" %*
exit /b %errorlevel%
:unready
echo hub: this checkout is not set up yet, or its setup did not finish; run once: node setup.mjs 1>&2
exit /b 1
