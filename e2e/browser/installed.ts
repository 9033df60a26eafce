import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']

const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
  ],
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Path of a Chrome or Chromium that this machine has, or undefined. CHROME_PATH goes first; a wrong
 * one is an error, because anyone who set it wants that browser and no other.
 */
export function findInstalledChrome(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const wanted = environment.CHROME_PATH
  if (wanted && !isExecutable(wanted)) throw new Error(`CHROME_PATH names no program: ${wanted}`)
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => commands.map((command) => join(folder, command)))
  return wanted ?? [...onPath, ...(places[process.platform] ?? [])].find(isExecutable)
}
