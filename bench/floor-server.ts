import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The floor: a bare HTTP server in which each path runs one prepared statement and sends its rows.
 * Nothing is in between: no sign-in, no validation, no ledger.
 */
interface Statement {
  name: string
  text: string
  /** Which query parameters become the statement's, in order. */
  parameters: string[]
}

const [url = '', statementsText = '[]'] = process.argv.slice(2)
const statements = new Map(
  (JSON.parse(statementsText) as Statement[]).map((statement) => [`/${statement.name}`, statement]),
)
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c jit=off' })

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor')
  const statement = statements.get(pathname)
  if (!statement) {
    response.writeHead(404).end()
    return
  }
  const values = statement.parameters.map((name) => searchParams.get(name))
  const { rows } = await pool.query({ name: statement.name, text: statement.text, values })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
