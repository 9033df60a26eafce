import { dataOf } from '@steward/contracts/api'
import {
  demoSchema,
  gettingStartedSchema,
  visitSchema,
  visitsSchema,
} from '@steward/contracts/start/getting-started'
import { signInOutcomeSchema, type SignInOutcome } from '@steward/contracts/identity'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../platform/http/authenticate.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { GettingStartedService } from './getting-started.service.ts'
import type { Visits } from './visit.service.ts'

const tag = 'getting-started'
const url = '/getting-started'

export function addGettingStartedRoutes(api: FastifyInstance, service: GettingStartedService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'readGettingStarted',
    summary: 'Get which of the first steps are done',
    tag,
    permission: 'company.administer',
    response: dataOf(gettingStartedSchema),
    handle: async ({ actor }) => ({ data: await service.read(actor) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/demo`,
    operationId: 'addDemo',
    summary: 'Add sample customers with a year of history',
    description: 'A job adds them within a minute or two. They can be removed again, all at once.',
    tag,
    permission: 'company.administer',
    audited: 'by-service',
    response: dataOf(demoSchema),
    errors: [409],
    handle: async ({ actor }) => ({ data: await service.addDemo(actor) }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/demo`,
    operationId: 'removeDemo',
    summary: 'Remove the sample customers and what came with them',
    description:
      "A job removes them. Your own data stays, except for notes, tasks and plans on sample records. You can't undo this.",
    tag,
    permission: 'company.administer',
    audited: 'by-service',
    response: dataOf(demoSchema),
    errors: [409],
    handle: async ({ actor }) => ({ data: await service.removeDemo(actor) }),
  })
}

interface VisitParts {
  visits: Visits
  /** Whether a call comes from a browser on this machine. */
  isHere: (request: FastifyRequest['raw']) => boolean
  /** Turns the outcome of a sign-in into an answer. */
  answer: (reply: FastifyReply, outcome: Awaited<ReturnType<Visits['visit']>>) => SignInOutcome
}

/** Calls without a session. */
export function addVisitRoutes(api: FastifyInstance, { visits, isHere, answer }: VisitParts): void {
  publicRoute(api, {
    method: 'GET',
    url: `${url}/visits`,
    operationId: 'listVisitRoles',
    summary: 'List the roles in which you can look around in the sample customers',
    description:
      'Only for a browser on the machine that runs Steward, and only while the sample customers are there.',
    tag,
    response: dataOf(visitsSchema),
    handle: async ({ request }) => ({
      data: { roles: await visits.roles(isHere(request.raw)) },
    }),
  })
  publicRoute(api, {
    method: 'POST',
    url: `${url}/visits`,
    operationId: 'startVisit',
    summary: 'Look around in the sample customers, without a password',
    description:
      'Only for a browser on the machine that runs Steward, and only while the sample customers are there.',
    tag,
    body: visitSchema,
    response: dataOf(signInOutcomeSchema),
    errors: [404],
    handle: async ({ body, request, reply }) => ({
      data: answer(reply, await visits.visit(body, callerOf(request), isHere(request.raw))),
    }),
  })
}
