import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { announce, fileOf, startImport } from '../import-file.ts'
import { until } from '../until.ts'
import { checkImport, contactsFile } from '../work/import.work.ts'
import type { World } from '../world.ts'
import { readJob } from '../import-file.ts'
import { struck, type Strike } from './strike.ts'

/** Milliseconds that a call may take while others hold connections and send nothing. */
const longestCall = 10_000
const idle = 1000
const slow = 50
const fileRows = 3000

async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** What calls come to, made one after the other for a while. */
async function callFor({ client }: World, milliseconds: number): Promise<string[]> {
  const faults: string[] = []
  for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50)) {
    const from = performance.now()
    const { status } = await client.call('GET', '/core/accounts?pageSize=20')
    const took = performance.now() - from
    if (status !== 200 || took > longestCall)
      faults.push(`a list answered ${status} in ${Math.round(took)} ms`)
  }
  return faults
}

/** Sends a file in pieces, hanging up in the middle of each, and continues where Steward says it is. */
async function sendInPieces(world: World, uploadId: string, bytes: Buffer): Promise<number> {
  const { client, processes } = world
  let hungUp = 0
  for (let from = 0; from < bytes.length;) {
    const rest = bytes.length - from
    const piece = rest > bytes.length / 4 ? Math.ceil(rest / 2) : rest
    const socket = await dial(processes.web.port)
    const { authorization } = await client.headers()
    socket.write(
      `PATCH /api/core/entity/bulk/uploads/${uploadId}?offset=${from} HTTP/1.1\r\nhost: x\r\n` +
        `authorization: ${authorization}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${rest}\r\n\r\n`,
    )
    socket.write(bytes.subarray(from, from + piece))
    await wait(100)
    if (piece < rest) {
      socket.resetAndDestroy()
      hungUp += 1
    } else {
      await Promise.race([once(socket, 'data'), wait(5000)])
      socket.destroy()
    }
    await wait(200)
    const { data } = await client.get(`/core/entity/bulk/uploads/${uploadId}`)
    from = data.offset
  }
  return hungUp
}

let serial = 0

export const clientStrikes: Strike[] = [
  {
    name: 'slow and idle clients',
    async strike(world) {
      const { port } = world.processes.web
      const sockets = await Promise.all(Array.from({ length: idle + slow }, () => dial(port)))
      const dripping = setInterval(() => {
        for (const socket of sockets.slice(0, slow)) socket.write('x')
      }, 100)
      for (const socket of sockets.slice(0, slow)) socket.write('GET /api/core/accounts HTTP/1.1\r\nhost: ')
      const faults = await callFor(world, 3000)
      clearInterval(dripping)
      for (const socket of sockets) socket.resetAndDestroy()
      return struck({ faults, note: `${idle} idle, ${slow} slow` })
    },
  },
  {
    name: 'clients hang up',
    async strike(world) {
      serial += 1
      const tag = `hangup-${process.pid}-${serial}`
      const { client, processes } = world
      const rows = Math.max(100, Math.round(fileRows * world.furniture.scale))
      const file = contactsFile(tag, rows)
      const bytes = fileOf(file)
      const uploadId = await announce(client, bytes)
      const hungUp = await sendInPieces(world, uploadId, bytes)
      for (let time = 0; time < 20; time += 1) {
        const socket = await dial(processes.web.port)
        const { authorization } = await client.headers()
        socket.write(
          `GET /api/core/contacts?pageSize=500 HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`,
        )
        await wait(10)
        socket.resetAndDestroy()
      }
      const jobId = await startImport(client, uploadId, file)
      await until('The import', 90_000, async () => (await readJob(client, jobId)).state >= 30)
      return struck({
        faults: await checkImport(world, jobId, tag, rows),
        note: `hung up ${hungUp + 20} times`,
      })
    },
  },
]
