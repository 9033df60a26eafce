import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EventDeliveries } from '@steward/contracts/event-delivery'
import { isSessionExpired } from '../../api/api-error.ts'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'

const key = ['event-deliveries'] as const
/** Milliseconds between refetches: retries succeed or fail in the background. */
const refetchEvery = 5000

export const deliveriesQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<EventDeliveries> =>
    (await send(api.GET('/event-delivery/deliveries', { signal }))).data,
  staleTime: 0,
  refetchInterval: refetchEvery,
})

export const retryAll = async (): Promise<void> =>
  void (await send(api.POST('/event-delivery/failures/retry', { body: {} })))

export async function retryDelivery(failureId: number): Promise<void> {
  await send(api.POST('/event-delivery/failures/retry', { body: { failureId } }))
}

export async function discardDelivery(failureId: number): Promise<void> {
  await send(api.DELETE('/event-delivery/failures/{failureId}', { params: { path: { failureId } } }))
}

export async function resumeSubscriber(subscriber: string): Promise<void> {
  await send(api.POST('/event-delivery/subscribers/retry', { body: { subscriber } }))
}

/** An act on deliveries; `done` is shown once it has succeeded. */
export function useDeliveryAct(act: () => Promise<void>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast.done(done, { subject: key[0] }),
    onError: (error) => {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: key[0] })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
