import { unsubscribeParams } from '@steward/contracts/notification'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { publicRoute } from '../../platform/http/route.ts'
import { sendSmallPage } from '../../platform/http/small-page.ts'
import type { Unsubscription } from './unsubscribe.service.ts'

const url = '/notification/unsubscribe/:token'
const tag = 'notification'
const response = z.unknown().meta({ description: 'text/html' })

/** Ends mails as RFC 8058 asks for: programs post to the address, people press a button on its page. */
export function addUnsubscribeRoutes(api: FastifyInstance, unsubscription: Unsubscription): void {
  publicRoute(api, {
    method: 'GET',
    url,
    operationId: 'readUnsubscribePage',
    summary: 'Get the page that asks whether to end mails about notifications; it changes nothing',
    tag,
    params: unsubscribeParams,
    response,
    handle: ({ params, reply }) => sendSmallPage(reply, unsubscription.page(params.token)),
  })
  api.register(async (forms) => {
    // The form says nothing that the address doesn't.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_request, _body, done) => done(null, undefined),
    )
    publicRoute(forms, {
      method: 'POST',
      url,
      operationId: 'unsubscribe',
      summary: 'End mails about notifications, with one click',
      tag,
      params: unsubscribeParams,
      response,
      handle: async ({ params, reply }) =>
        sendSmallPage(reply, await unsubscription.unsubscribe(params.token)),
    })
  })
}
