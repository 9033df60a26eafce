import { createSocket, type RemoteInfo } from 'node:dgram'

const txt = 16
const nameError = 3
const serverFailure = 2

/** A name server that knows TXT records. */
export interface NameServer {
  /** For `DNS_SERVERS`. */
  address: string
  /** Texts by name; names that are not here don't exist. */
  records: Map<string, string[]>
  /** While it is true, every question is answered by a failure. */
  fails: boolean
  stop(): Promise<void>
}

/** The name of a question, and where the question ends. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

function answerOf(text: string): Buffer {
  const value = Buffer.from(text)
  const head = Buffer.from([0xc0, 0x0c, 0, txt, 0, 1, 0, 0, 0, 60, 0, value.length + 1, value.length])
  return Buffer.concat([head, value])
}

function reply(message: Buffer, texts: readonly string[] | undefined, fails: boolean): Buffer {
  const { end } = questionOf(message)
  const code = fails ? serverFailure : texts ? 0 : nameError
  const answers = (fails ? [] : (texts ?? [])).map(answerOf)
  const head = Buffer.from(message.subarray(0, end))
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(answers.length, 6)
  head.fill(0, 8, 12)
  return Buffer.concat([head, ...answers])
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server: NameServer = {
    address: '',
    records: new Map(),
    fails: false,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const texts = server.records.get(questionOf(message).name)
    socket.send(reply(message, texts, server.fails), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}
