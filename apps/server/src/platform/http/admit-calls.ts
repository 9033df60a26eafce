import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused, type FairQueue, type Waiting } from '../pace/fair-queue.ts'
import { inLane, type CallLane } from '../pace/lane.ts'
import { createTickLimiter } from '../pace/tick-limiter.ts'
import { longestWait, nobody, type Admission } from './admission.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How calls of the route are let in; absent: as work, for which places are few. `bytes`: they read bytes
     * as slowly as these come, and have places of their own. `open`: they need none.
     */
    gate?: 'open' | 'bytes'
    /** A call that is no GET, and changes nothing either: it ends when its caller hangs up. */
    reads?: boolean
  }
  interface FastifyRequest {
    admitted: Admitted | null
  }
}

/** A call that was let in, or waits for it. */
export interface Admitted {
  tenantId: number
  lane: CallLane
  /** Whether it is work, and does not mostly wait for bytes. */
  isWork: boolean
  since: number
  /** The places that it holds. */
  places: FairQueue[]
  waiting: Waiting | undefined
  /** It counts among what its tenant asks for. */
  isAsking: boolean
  /** It was sent away: one line reports many. */
  isRefused: boolean
}

/** From how many bytes on a body waits for a place before it is read. */
const largeBody = 256 * 1024
/** After so long a call whose caller hung up is taken for done. Milliseconds. */
const longestWork = 60_000
/** To refuse takes time as well: those who are sent away wait for it rather than keep those who are served waiting. */
const refusalsInTurn = 16
/** A statement that no one waits for any more may go on for so long, in milliseconds. */
const shortStatement = 200

function isGated(request: FastifyRequest): boolean {
  const { permission, gate } = request.routeOptions.config
  return permission !== undefined && gate !== 'open'
}

function hasLargeBody({ raw, routeOptions }: FastifyRequest): boolean {
  if (raw.method === 'GET' || routeOptions.config.gate === 'bytes') return false
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  return encoding !== undefined || Number(length ?? 0) >= largeBody
}

function begin(request: FastifyRequest): Admitted {
  const { reads, gate } = request.routeOptions.config
  return {
    tenantId: request.actor?.tenantId ?? nobody,
    lane: {
      kind: 'call',
      reads: reads ?? (request.raw.method === 'GET' || request.raw.method === 'HEAD'),
      isGone: false,
      running: new Set(),
    },
    isWork: gate !== 'bytes',
    since: 0,
    places: [],
    waiting: undefined,
    isAsking: false,
    isRefused: false,
  }
}

/** A queue that a call passes, and how many milliseconds it is there at most; absent: as long as all do. */
interface Gate {
  queue: FairQueue
  longest?: number
}

const kindOf = ({ tenantId }: Admitted, { routeOptions, raw }: FastifyRequest) =>
  `${tenantId} ${raw.method} ${routeOptions.url}`

/** Takes a place. Throws `Refused` when there was none in time. */
async function waitFor({ queue, longest }: Gate, call: Admitted): Promise<void> {
  call.waiting = queue.wait(call.tenantId, longest)
  await call.waiting.admitted
  call.waiting = undefined
  call.places.push(queue)
}

/** Takes the place if it is free. */
function tryTake(queue: FairQueue, call: Admitted): boolean {
  if (!queue.tryEnter(call.tenantId)) return false
  call.places.push(queue)
  return true
}

/** No one waits for the answer any more. */
function abandon(call: Admitted): void {
  call.lane.isGone = true
  call.waiting?.cancel()
  if (!call.lane.reads || call.lane.running.size === 0) return
  const before = [...call.lane.running]
  setTimeout(() => {
    for (const statement of before) if (call.lane.running.has(statement)) statement.cancel()
  }, shortStatement).unref()
}

/**
 * Lets calls in: as many at once as there are places, tenants in turns, each after at most some seconds, the
 * rest refused. Health checks, metrics, files of the web application and open streams pass by. What a call
 * does runs in its lane.
 */
export function admitCalls(app: FastifyInstance, admission: Admission): void {
  const { work, bytes, bodies, heavy } = admission.queues
  const refusals = createTickLimiter(refusalsInTurn)

  function ask(call: Admitted): void {
    call.isAsking = true
    admission.shares.begin(call.tenantId)
  }

  function leave(request: FastifyRequest): void {
    const call = request.admitted
    if (call?.isAsking) {
      call.isAsking = false
      admission.shares.end(call.tenantId)
    }
    if (!call || call.places.length === 0) return
    if (call.since > 0 && call.isWork) {
      admission.noteTime(kindOf(call, request), performance.now() - call.since)
      admission.demand.end()
    }
    call.since = 0
    for (const queue of call.places.splice(0)) queue.leave(call.tenantId)
  }

  /** The queues that a call passes before it is worked on; it counts for its tenant from here on. */
  function gatesOf(call: Admitted, request: FastifyRequest): Gate[] {
    if (!call.isWork) return [{ queue: bytes }]
    ask(call)
    const last = { queue: work }
    if (admission.isAlone(call.tenantId)) return [last]
    if (admission.isHeavy(kindOf(call, request))) return [{ queue: heavy }, last]
    // Quick calls are expected to stay quick, whatever the load.
    return admission.isGreedy(call.tenantId) ? [{ queue: heavy, longest: longestWait }, last] : [last]
  }

  function start(call: Admitted, done: () => void): void {
    call.since = performance.now()
    if (call.isWork) admission.demand.begin()
    inLane(call.lane, done)
  }

  function refuse(request: FastifyRequest, call: Admitted, error: unknown): Error {
    call.isRefused = true
    if (error instanceof Refused && error.reason !== 'gone') admission.noteRefused()
    leave(request)
    return error as Error
  }

  /** Waits for what is not free, and goes on. */
  async function pass(
    request: FastifyRequest,
    call: Admitted,
    gates: readonly Gate[],
    { goOn, fail }: { goOn(): void; fail(error: Error): void },
  ): Promise<void> {
    try {
      for (const gate of gates) if (!tryTake(gate.queue, call)) await waitFor(gate, call)
    } catch (error) {
      const refusal = refuse(request, call, error)
      await refusals.pass()
      fail(refusal)
      return
    }
    goOn()
  }

  function follow(request: FastifyRequest, reply: FastifyReply): Admitted {
    const call = begin(request)
    request.admitted = call
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return
      abandon(call)
      // Calls that run go on, and free their slots when they are done.
      if (call.since === 0) leave(request)
      else setTimeout(leave, longestWork, request).unref()
    })
    return call
  }

  app.decorateRequest('admitted', null)

  // A body that is large stays with its sender until there is room for it.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasLargeBody(request) || !isGated(request)) return done(null, payload)
    const call = follow(request, reply)
    if (tryTake(bodies, call)) return done(null, payload)
    void pass(request, call, [{ queue: bodies }], { goOn: () => done(null, payload), fail: done })
  })

  app.addHook('preValidation', (request, reply, done) => {
    if (!isGated(request)) return done()
    const call = request.admitted ?? follow(request, reply)
    const gates = gatesOf(call, request)
    const [only] = gates
    if (gates.length === 1 && only && tryTake(only.queue, call)) return start(call, done)
    void pass(request, call, gates, { goOn: () => start(call, done), fail: done })
  })

  // Sending the answer needs no place: anyone who reads slowly keeps no one waiting.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
}
