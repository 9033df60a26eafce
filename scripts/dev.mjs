// Runs the server and the web application, both restarted after each change of their sources. One address:
// the web application's; it passes calls of the API on to the server.
import { spawn } from 'node:child_process'
import { ensureInstalled } from './lib/install.mjs'
import { at, nodePath, root, tools } from './lib/root.mjs'
import { inOwnGroup, main } from './lib/run.mjs'

const defaultPort = 3000

function start(name, parameters, env) {
  const child = spawn(nodePath(), parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', ...env },
    ...inOwnGroup,
  })
  const ended = new Promise((resolve) => {
    child.on('exit', (code) => resolve({ name, code: code ?? 0 }))
  })
  return { child, ended }
}

await main(async () => {
  await ensureInstalled()
  const port = Number(process.env.PORT ?? defaultPort)
  const address = `http://localhost:${port}`
  const serverPort = port + 1
  const parts = [
    start('server', ['--watch', '--watch-preserve-output', at('apps/server/src/main.ts')], {
      PORT: String(serverPort),
      PUBLIC_URL: process.env.PUBLIC_URL ?? address,
    }),
    start(
      'web application',
      [tools.vite, at('apps/web'), '--port', String(port), '--strictPort', '--logLevel', 'warn'],
      { STEWARD_API: `http://localhost:${serverPort}` },
    ),
  ]
  const stop = (signal) => {
    for (const { child } of parts) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  // When one ends the other is of no use.
  const first = await Promise.race(parts.map(({ ended }) => ended))
  stop('SIGTERM')
  await Promise.all(parts.map(({ ended }) => ended))
  process.stdout.write(`The ${first.name} ended.\n`)
  return first.code
})
