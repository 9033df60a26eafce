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

/**
 * A headless Chromium: the one this machine has (CHROME_PATH, or the usual places), else the bundled
 * one. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findInstalledChrome()
  if (executablePath) return chromium.launch({ executablePath, args: installedFlags })
  const bundled = await bundledChromium()
  const env = { ...process.env, ...bundled.env }
  return chromium.launch({ executablePath: bundled.executablePath, args: flags, env })
}
