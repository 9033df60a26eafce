import { idParams } from '@steward/contracts/api'
import {
  audiencePreviewSchema,
  createLinkSchema,
  installationSchema,
  previewQuery,
  surveyLinkSchema,
  surveySettingsFormSchema,
  surveySettingsSchema,
  surveyWavesSchema,
  waveParams,
  whyParams,
  whySchema,
} from '@steward/contracts/survey/audience'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Audience } from './audience.service.ts'
import type { Links } from './link.service.ts'
import type { Settings } from './setting.service.ts'
import type { SiteService } from './site.service.ts'
import type { Waves } from './wave.service.ts'

const tag = 'survey-management'
const root = '/survey-management'
const url = `${root}/surveys/:id`

export interface AudienceServices {
  audience: Audience
  links: Links
  settings: Settings
  site: SiteService
  waves: Waves
}

function addWaveRoutes(api: FastifyInstance, { waves }: AudienceServices): void {
  route(api, {
    method: 'GET',
    url: `${url}/waves`,
    operationId: 'listSurveyWaves',
    summary: 'List when a survey was sent by mail, latest first',
    tag,
    permission: 'survey.read',
    params: idParams,
    response: surveyWavesSchema,
    handle: async ({ actor, params }) => ({ data: await waves.list(actor, params.id) }),
  })
  const calls = {
    tag,
    method: 'POST',
    permission: 'survey.edit',
    audited: 'by-service',
    errors: [409],
  } as const
  route(api, {
    ...calls,
    url: `${url}/waves`,
    operationId: 'sendSurvey',
    summary: 'Send a survey by mail to everyone whom it asks now',
    params: idParams,
    response: surveyWavesSchema,
    handle: async ({ actor, params }) => ({ data: await waves.start(actor, params.id) }),
  })
  route(api, {
    ...calls,
    url: `${url}/waves/:waveId/stop`,
    operationId: 'stopSurveyWave',
    summary: 'Send no more mails of a wave',
    params: waveParams,
    response: surveyWavesSchema,
    handle: async ({ actor, params: { id, waveId } }) => ({ data: await waves.stop(actor, id, waveId) }),
  })
}

function addSettingRoutes(api: FastifyInstance, { settings }: AudienceServices): void {
  route(api, {
    method: 'GET',
    url: `${root}/settings`,
    operationId: 'readSurveySettings',
    summary: 'Get how often people are asked, and what pages need to ask them',
    tag,
    permission: 'survey.read',
    response: surveySettingsSchema,
    handle: async ({ actor }) => ({ data: await settings.read(actor) }),
  })
  route(api, {
    method: 'PUT',
    url: `${root}/settings`,
    operationId: 'changeSurveySettings',
    summary: 'Set how often people are asked, and whose consent it takes',
    tag,
    permission: 'survey.administer',
    audited: 'by-service',
    body: surveySettingsFormSchema,
    response: surveySettingsSchema,
    handle: async ({ actor, body }) => ({ data: await settings.change(actor, body) }),
  })
}

/** Who is asked, for those who use Steward. */
export function addAudienceRoutes(api: FastifyInstance, services: AudienceServices): void {
  const { audience, links, site } = services
  const calls = { tag, permission: 'survey.edit' } as const
  route(api, {
    ...calls,
    method: 'GET',
    url: `${url}/audience`,
    operationId: 'previewSurveyAudience',
    summary: 'Count whom the draft of a survey would ask now, and whom each rule keeps out',
    params: idParams,
    query: previewQuery,
    response: audiencePreviewSchema,
    handle: async ({ actor, params, query }) => ({
      data: await audience.preview(actor, params.id, query.channel),
    }),
  })
  route(api, {
    ...calls,
    method: 'GET',
    permission: 'survey.read',
    url: `${url}/audience/:contactId`,
    operationId: 'explainSurveyAudience',
    summary: 'Explain why a contact is asked or not, with the surveys they were asked',
    params: whyParams,
    query: previewQuery,
    response: whySchema,
    handle: async ({ actor, params: { id, contactId }, query }) => ({
      data: await audience.why(actor, id, contactId, query.channel),
    }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/link`,
    operationId: 'createSurveyLink',
    summary: 'Get the page of a survey for one contact',
    audited: { action: 'survey.link_created', summary: 'A personal link to a survey was created' },
    params: idParams,
    body: createLinkSchema,
    response: surveyLinkSchema,
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: { address: await links.create(actor, params.id, body.contactId) },
    }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/verify-installation`,
    operationId: 'verifySurveyInstallation',
    summary: 'Check whether pages load the snippet, and say what to do where they do not',
    reads: true,
    params: idParams,
    response: installationSchema,
    handle: async ({ actor, params }) => ({ data: await site.installation(actor, params.id) }),
  })
  addWaveRoutes(api, services)
  addSettingRoutes(api, services)
}
