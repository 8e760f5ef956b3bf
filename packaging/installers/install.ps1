# Installs this release of the OpenCL course's grader for the user who runs it: no administrator.
#
#     irm ADDRESS/install.ps1 | iex
#
# In the environment: GRADER_FOLDER, where its files go [default: %LOCALAPPDATA%\opencl-grader]; GRADER_RELEASE,
# the folder of the release's files, as an address.
$ErrorActionPreference = 'Stop'
$version = '@VERSION@'
$repository = '@REPOSITORY@'
$target = 'x86_64-pc-windows-msvc'

$release = $env:GRADER_RELEASE
if (-not $release) {
    if (-not $repository) { throw 'This installer names no repository: say where the release is with GRADER_RELEASE.' }
    $release = "$repository/releases/download/v$version"
}
$folder = $env:GRADER_FOLDER
if (-not $folder) { $folder = Join-Path $env:LOCALAPPDATA 'opencl-grader' }
$name = "opencl-grader-$version-$target"

$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $work | Out-Null
try {
    foreach ($file in "$name.tar.gz", 'SHA256SUMS') {
        Invoke-WebRequest -UseBasicParsing "$release/$file" -OutFile (Join-Path $work $file)
    }
    $archive = Join-Path $work "$name.tar.gz"
    $wanted = Get-Content (Join-Path $work 'SHA256SUMS') |
        Where-Object { $_ -match "^[0-9a-f]{64} [ *]$([regex]::Escape("$name.tar.gz"))$" } |
        ForEach-Object { $_.Substring(0, 64) }
    if ((Get-FileHash -Algorithm SHA256 $archive).Hash -ne $wanted) {
        throw "$name.tar.gz is not what SHA256SUMS says: nothing is installed; try again."
    }
    # Windows brings tar since 2018.
    tar -x -z -f $archive -C $work
    if ($LASTEXITCODE -ne 0) { throw "$name.tar.gz cannot be unpacked." }
    if (Test-Path $folder) { Remove-Item -Recurse -Force $folder }
    Move-Item (Join-Path $work $name) $folder
} finally {
    Remove-Item -Recurse -Force $work -ErrorAction SilentlyContinue
}

$path = [Environment]::GetEnvironmentVariable('Path', 'User')
if (($path -split ';') -notcontains $folder) {
    [Environment]::SetEnvironmentVariable('Path', "$path;$folder", 'User')
    $env:Path += ";$folder"
}
& (Join-Path $folder 'grader.exe') --version
'Begin: grader init course; cd course; grader check saxpy'
