import { recordChanged } from '@steward/contracts/event/record.event'
import { z } from 'zod'
import { handle } from '../../platform/events/events.ts'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule } from '../field/index.ts'
import { fileModule, type ImageService } from '../file/index.ts'
import { identityModule } from '../identity/index.ts'
import { createLogoFetching } from './logo.fetching.ts'
import { addLogoRoutes } from './logo.routes.ts'
import { createLogoService, logoKind, planTask, type LogoNeighbours } from './logo.service.ts'

const planPayload = z.object({ tenantId: z.int() })

interface Neighbours extends LogoNeighbours {
  files: { images: Pick<ImageService, 'storeFetched'> }
}

/** Logos of organizations and accounts, fetched from their websites where the operator and the company want that. */
function createLogoModule(platform: Platform, neighbours: Neighbours): { module: Module } {
  const { parsers, config } = platform
  const http = createHttpOut(config.allowPrivateAddresses)
  const logos = createLogoService(platform, neighbours, (tenantId) =>
    createLogoFetching({
      http,
      parsers,
      store: (bytes) => neighbours.files.images.storeFetched(tenantId, bytes),
    }),
  )
  neighbours.identity.company.registerLogoSwitch(logos.onSwitch)
  return {
    module: {
      tasks: {
        [planTask]: async (payload, context) => logos.plan(planPayload.parse(payload).tenantId, context),
      },
      due: { [logoKind]: logos.fetchDue },
      subscribers: [
        {
          name: 'logo',
          handlers: [handle(recordChanged, ({ tenantId, payload }) => logos.follow(tenantId, payload))],
        },
      ],
      addRoutes: (api) => addLogoRoutes(api, logos),
    },
  }
}

export const logoModule = defineModule({
  needs: { fields: fieldModule, files: fileModule, identity: identityModule },
  create: createLogoModule,
})
