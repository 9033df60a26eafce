import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundledChromium } from '../../e2e/browser/bundled.ts'
import { findInstalledChrome } from '../../e2e/browser/installed.ts'

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--remote-debugging-port=0',
]

type Result = Record<string, unknown>
interface Message {
  id?: number
  method?: string
  params?: Result
  result?: Result
  error?: { message: string }
}

/** One tab of a browser that knows nothing yet. */
export interface Tab {
  send(method: string, params?: object): Promise<Result>
  close(): Promise<void>
}

/**
 * A browser that is spoken to over its own protocol. A test library follows every request and script of a page, which costs
 * the page's main thread more than the snippet does.
 */
export interface DevTools {
  open(): Promise<Tab>
  close(): Promise<void>
}

async function startChromium(folder: string) {
  const installed = findInstalledChrome()
  const { executablePath, env } = installed ? { executablePath: installed, env: {} } : await bundledChromium()
  const child = spawn(executablePath, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const text of createInterface({ input: child.stderr })) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(text) ?? []
    if (address) return { child, address }
  }
  throw new Error('Chromium ended before it could be reached')
}

/** Sends commands over a socket, and gives each its answer. */
function commandsOf(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<Result>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Message
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id !== undefined) waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result ?? {})
  })
  return (method: string, params: object = {}, sessionId?: string): Promise<Result> => {
    const asked = Promise.withResolvers<Result>()
    waiting.set((last += 1), asked)
    socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }))
    return asked.promise
  }
}

export async function launchDevTools(): Promise<DevTools> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-chromium-'))
  const { child, address } = await startChromium(folder)
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const command = commandsOf(socket)
  return {
    async open() {
      const { browserContextId } = await command('Target.createBrowserContext')
      const { targetId } = await command('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await command('Target.attachToTarget', { targetId, flatten: true })
      return {
        send: (method, params) => command(method, params, String(sessionId)),
        close: async () => void (await command('Target.disposeBrowserContext', { browserContextId })),
      }
    },
    async close() {
      const ended = once(child, 'exit')
      await command('Browser.close')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
