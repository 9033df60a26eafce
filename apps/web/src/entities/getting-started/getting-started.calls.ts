import { queryOptions } from '@tanstack/react-query'
import type { GettingStarted } from '@steward/contracts/start/getting-started'
import { firstSteps } from '@steward/contracts/plain/getting-started'
import { api, send } from '../../api/client.ts'

export const gettingStartedKey = ['getting-started'] as const

/** The first steps of the company; read again whenever a page asks, since they are done elsewhere. */
export const gettingStartedQuery = queryOptions({
  queryKey: gettingStartedKey,
  queryFn: async ({ signal }): Promise<GettingStarted> =>
    (await send(api.GET('/getting-started', { signal }))).data as GettingStarted,
  staleTime: 10_000,
})

export const createDemo = () => send(api.POST('/getting-started/demo'))
export const deleteDemo = () => send(api.DELETE('/getting-started/demo'))

/** How many of the first steps are done. */
export const doneSteps = ({ steps }: GettingStarted): number =>
  firstSteps.filter((step) => steps[step]).length
