import {
  sharedCommentSchema,
  sharedPageParams,
  sharedTaskParams,
  sharedTaskQuery,
} from '@steward/contracts/success-plan/share'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { publicRoute } from '../../platform/http/route.ts'
import { closedPage, pagePolicy, pixel } from './page.rules.ts'
import type { SharedPages } from './shared-page.service.ts'

const tag = 'success-plan'
const minute = 60_000
const url = '/shared-plan/:token'
/** A comment in the encoding of forms, in which a character can take nine. */
const mostOfForm = 24_000

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(html)
}

interface Called {
  request: FastifyRequest
  reply: FastifyReply
}

/** Browsers get a page where a link is not valid, programs the error. */
async function shown({ request, reply }: Called, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    const isPerson = request.headers.accept?.includes('text/html') === true
    if (!isPerson || !(error instanceof AppError) || error.code !== 'not_found') throw error
    return sendPage(reply, 404, closedPage(error.message))
  }
}

/** The pages of links, which need no sign-in. */
export function addSharedPageRoutes(api: FastifyInstance, pages: SharedPages): void {
  const response = z.unknown().meta({ description: 'text/html' })
  const opened = { method: 'GET', tag, rateLimit: { max: 120, timeWindow: minute }, errors: [429] } as const
  publicRoute(api, {
    ...opened,
    url,
    operationId: 'readSharedPlan',
    summary: 'Get the page of a shared success plan',
    params: sharedPageParams,
    response,
    handle: (call) => shown(call, async () => sendPage(call.reply, 200, await pages.page(call.params.token))),
  })
  publicRoute(api, {
    ...opened,
    url: `${url}/seen.gif`,
    operationId: 'seeSharedPlan',
    summary: 'Get the picture on the page of a shared success plan, which counts its views',
    params: sharedPageParams,
    response: z.unknown().meta({ description: 'image/gif' }),
    handle: async ({ params, request, reply }) => {
      await pages.see(params.token, {
        address: request.ip,
        browser: request.headers['user-agent'] ?? null,
      })
      return reply.headers({ 'content-type': 'image/gif', 'cache-control': 'private, no-store' }).send(pixel)
    },
  })
  api.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostOfForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    addForms(forms, pages)
  })
}

function addForms(forms: FastifyInstance, pages: SharedPages): void {
  const response = z.unknown().meta({ description: 'text/html' })
  publicRoute(forms, {
    method: 'POST',
    url: `${url}/task/:taskId`,
    operationId: 'toggleSharedTask',
    summary: 'Complete a task on the page of a shared success plan, or open it again',
    tag,
    rateLimit: { max: 30, timeWindow: minute },
    errors: [429],
    params: sharedTaskParams,
    query: sharedTaskQuery,
    response,
    handle: (call) =>
      shown(call, async () => {
        await pages.toggle(call.params.token, call.params.taskId, call.query.isDone)
        return call.reply.redirect(`/api/shared-plan/${call.params.token}`, 303)
      }),
  })
  publicRoute(forms, {
    method: 'POST',
    url: `${url}/comment`,
    operationId: 'commentOnSharedPlan',
    summary: 'Write a comment on the page of a shared success plan',
    tag,
    rateLimit: { max: 10, timeWindow: minute },
    bodyLimit: mostOfForm,
    consumes: 'application/x-www-form-urlencoded',
    errors: [429],
    params: sharedPageParams,
    body: sharedCommentSchema,
    response,
    handle: (call) =>
      shown(call, async () => {
        const faulty = await pages.comment(call.params.token, call.body)
        if (faulty !== undefined) return sendPage(call.reply, 400, faulty)
        return call.reply.redirect(`/api/shared-plan/${call.params.token}#comments`, 303)
      }),
  })
}
