import { chromium, type Browser } from 'playwright-core'
import { bundledChromium } from './bundled.ts'
import { findInstalledChrome } from './installed.ts'

// The bundled package's own flags switch web security off, so these are ours.
const flags = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--no-zygote',
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installedFlags = flags.filter((flag) => flag !== '--headless=shell')

async function launchBundled(): Promise<Browser> {
  const { executablePath, env } = await bundledChromium()
  return chromium.launch({ executablePath, args: flags, env: { ...process.env, ...env } })
}

/**
 * A headless Chromium: the one this machine has (CHROME_PATH, or the usual places), else the bundled
 * one. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findInstalledChrome()
  return executablePath ? chromium.launch({ executablePath, args: installedFlags }) : launchBundled()
}

/**
 * A headless Chromium for tests: CHROME_PATH, else the bundled one, else the one this machine has. The bundled one is
 * a shell without the windows of a desktop browser, and takes a third of its processor time. The caller closes it.
 */
export async function launchTestBrowser(): Promise<Browser> {
  if (process.env.CHROME_PATH) return launchBrowser()
  return launchBundled().catch((fault: unknown) => {
    if (!findInstalledChrome()) throw fault
    return launchBrowser()
  })
}
