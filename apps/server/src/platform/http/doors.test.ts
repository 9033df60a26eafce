import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { createDoors } from './doors.ts'

const host = '127.0.0.1'
const apps: FastifyInstance[] = []
const sockets: Socket[] = []

interface Opened {
  app: FastifyInstance
  port: number
  /** How many connections were taken. */
  taken: () => number
}

async function open(most: number, port = 0): Promise<Opened> {
  const app = Fastify({ return503OnClosing: false })
  apps.push(app)
  let taken = 0
  app.server.on('connection', () => (taken += 1))
  app.get('/', async () => 'here')
  app.get('/slow', () => wait(300, 'late'))
  const openDoors = createDoors(app, most)
  await openDoors({ port, host })
  return { app, port: (app.server.address() as AddressInfo).port, taken: () => taken }
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, host).on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const flock = (port: number, size: number) => Promise.all(Array.from({ length: size }, () => dial(port)))

/** Everything that is sent on a connection until it ends. */
async function talk(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.write('GET / HTTP/1.1\r\nhost: steward\r\nconnection: close\r\n\r\n')
  await new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)))
  return text
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

it('takes several connections in a turn of the event loop', async () => {
  const { port, taken } = await open(1000)
  const size = 320
  // They connect while no one takes them: this process does nothing else in the meantime.
  for (let n = 0; n < size; n += 1) sockets.push(connect(port, host))
  let turns = 0
  for (; taken() < size && turns < size; turns += 1) await setImmediate()
  expect(taken()).toBe(size)
  expect(turns).toBeLessThan(size / 3)
})

it('answers on every one of them', async () => {
  const { port } = await open(1000)
  const said = await Promise.all((await flock(port, 60)).map(talk))
  expect(said.filter((text) => text.endsWith('here'))).toHaveLength(60)
})

it('closes connections beyond the most there may be, and takes others when there is room', async () => {
  const { port, taken } = await open(10)
  const first = await flock(port, 10)
  await vi.waitUntil(() => taken() === 10)
  expect(await Promise.all((await flock(port, 5)).map(talk))).toEqual(['', '', '', '', ''])
  expect(await Promise.all(first.map(talk))).toSatisfy((said: string[]) =>
    said.every((text) => text.endsWith('here')),
  )
  expect(await talk(await dial(port))).toMatch(/here$/)
})

it('says that something else listens there', async () => {
  const { port } = await open(10)
  await expect(open(10, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('answers those who wait when it closes, and then listens no more', async () => {
  const { app, port } = await open(1000)
  const waiting = await flock(port, 100)
  const said = Promise.all(waiting.map(talk))
  await app.close()
  expect((await said).filter((text) => text.endsWith('here'))).toHaveLength(100)
  await expect(dial(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('does not wait for connections that are kept when the last answer on them is written', async () => {
  const { app, port } = await open(10)
  const call = get({ host, port, path: '/slow', agent: new Agent({ keepAlive: true }) })
  await once(call, 'socket').then(([socket]) => once(socket, 'connect'))
  await wait(50)
  const from = performance.now()
  const [[answer]] = (await Promise.all([once(call, 'response'), app.close()])) as [
    [IncomingMessage],
    unknown,
  ]
  expect(answer.statusCode).toBe(200)
  expect(performance.now() - from).toBeLessThan(5000)
})

it('does not wait for connections that nobody has used', async () => {
  const { app, port, taken } = await open(10)
  await flock(port, 5)
  await vi.waitUntil(() => taken() === 5)
  const from = performance.now()
  await app.close()
  expect(performance.now() - from).toBeLessThan(5000)
})
