import type { Browser } from 'playwright-core'
import { launchTestBrowser } from './launch.ts'

let shared: Promise<Browser> | undefined

/** The browser of this worker, for one test file after the other. It ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchTestBrowser()
  return shared as Promise<Browser>
}
