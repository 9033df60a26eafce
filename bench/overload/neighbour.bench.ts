import { join } from 'node:path'
import { callFor, timesOf, type Times } from './answers.ts'
import { followed } from '../health.bench.ts'
import { runImport, upload, writeAccounts } from '../import.bench.ts'
import type { Call } from '../load.ts'
import { createNeighbour, startBareNeighbour, type Caller } from './neighbour.ts'
import { endProcess, startSteward, type Stage } from '../stage.ts'

/** What calls take while all is quiet, and while another company keeps the machine busy. */
export interface Rise {
  quiet: Times
  busy: Times
}

export interface NeighbourFigures {
  /** What another company does meanwhile. */
  meanwhile: string
  steward: Rise
  /** Of as many people at the bare server, at the same time. */
  bare: Rise
  /** Calls that were not answered with 200. */
  failed: number
  /** Whether the other company was done before the neighbor was measured. */
  isShort: boolean
}

/** Some people at work, each with a moment between two calls. */
const people = { clients: 4, pause: 25 }

/** Rules that no index answers: all accounts are read. */
const heavyCall = (n: number): Call => ({
  method: 'POST',
  path: '/api/segment/filter',
  body: {
    segmentLevel: 'account',
    pageSize: 1,
    logic: {
      or: [
        { field: 'text_3', operator: 'contains', value: `ster ${n % 1000}` },
        { field: 'text_4', operator: 'contains', value: `irch ${(n * 7) % 1000}` },
      ],
    },
  },
})

async function measure(
  { target, callOf }: Caller,
  seconds: number,
): Promise<{ times: Times; failed: number }> {
  const answers = await callFor(target, callOf, { seconds, ...people })
  return { times: timesOf(answers), failed: answers.filter(({ status }) => status !== 200).length }
}

/** What goes on meanwhile. */
interface Work {
  isOver(): boolean
  end(): Promise<void>
}

type Beginning = () => Promise<Work>

function heavySegments({ steward }: Stage): Beginning {
  return async () => {
    let isOver = false
    const client = async () => {
      while (!isOver) await callFor(steward, heavyCall, { seconds: 0.1, clients: 1, pause: 0 })
    }
    const clients = Array.from({ length: 8 }, client)
    return {
      isOver: () => isOver,
      async end() {
        isOver = true
        await Promise.all(clients)
      },
    }
  }
}

function anImport(stage: Stage, folder: string, rows: number): Beginning {
  return async () => {
    const path = join(folder, 'neighbour.csv')
    await writeAccounts(path, rows)
    let isOver = false
    const done = runImport(stage, await upload(stage, path), () => undefined).finally(() => (isOver = true))
    // A failure is thrown when its end is waited for; until then it has been noticed.
    done.catch(() => undefined)
    return { isOver: () => isOver, end: async () => void (await done) }
  }
}

/** The people of another company, and as many at a bare server. */
export async function openBeside(stage: Stage) {
  return { neighbour: await createNeighbour(stage), bare: await startBareNeighbour(stage) }
}

type Beside = Awaited<ReturnType<typeof openBeside>>

/** Measures them while all is quiet, and while something goes on. */
export async function measureBeside(
  stage: Stage,
  { neighbour, bare }: Beside,
  seconds: number,
  [meanwhile, begin]: [string, Beginning],
): Promise<NeighbourFigures> {
  const callBoth = async (duration: number) => {
    const [ofSteward, ofBare] = await Promise.all([measure(neighbour, duration), measure(bare, duration)])
    return { steward: ofSteward.times, bare: ofBare.times, failed: ofSteward.failed + ofBare.failed }
  }
  const both = async () => {
    await neighbour.renew()
    // What was going on already when the neighbor came may still be at work.
    await callBoth(2)
    return callBoth(seconds)
  }
  await followed(stage)
  const quiet = await both()
  const work = await begin()
  const busy = await both()
  const isShort = work.isOver()
  await work.end()
  return {
    meanwhile,
    steward: { quiet: quiet.steward, busy: busy.steward },
    bare: { quiet: quiet.bare, busy: busy.bare },
    failed: busy.failed,
    isShort,
  }
}

/** Measures the calls of one company while it is quiet, and while another one keeps the server busy. */
export async function benchNeighbours(
  stage: Stage,
  folder: string,
  { seconds, rows }: { seconds: number; rows: number },
): Promise<NeighbourFigures[]> {
  const beside = await openBeside(stage)
  const works: [string, Beginning][] = [
    [`an import of ${rows} accounts × 40 fields`, anImport(stage, folder, rows)],
    ['8 clients who ask for heavy segments', heavySegments(stage)],
  ]
  const figures: NeighbourFigures[] = []
  for (const work of works) figures.push(await measureBeside(stage, beside, seconds, work))
  // The same import, which the process of the stage works on, while the neighbor calls another.
  const web = await startSteward(stage.url, stage.dataDir, stage.databasePid, { ROLES: 'web' })
  beside.neighbour.target.port = web.port
  const apart = anImport(stage, folder, rows + 1)
  figures.push(await measureBeside(stage, beside, seconds, ['the import in a process of its own', apart]))
  await beside.neighbour.close()
  await endProcess(web.process)
  return figures
}
