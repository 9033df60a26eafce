import { queryOptions } from '@tanstack/react-query'
import type {
  ChangeShare,
  CreateShare,
  PlanComment,
  PlanShare,
  ShareView,
} from '@steward/contracts/success-plan/share'
import { api, send } from '../../../api/client.ts'
import { plansKey } from '../../../entities/success-plan/index.ts'

const url = '/success-plan/success-plan/{id}/share'

export function sharesQuery(id: number) {
  return queryOptions({
    queryKey: [...plansKey, 'shares', id],
    queryFn: async ({ signal }): Promise<PlanShare[]> =>
      (await send(api.GET(url, { params: { path: { id } }, signal }))).data as PlanShare[],
  })
}

export function shareViewsQuery(id: number, shareId: number) {
  return queryOptions({
    queryKey: [...plansKey, 'share-views', id, shareId],
    queryFn: async ({ signal }): Promise<ShareView[]> =>
      (await send(api.GET(`${url}/{shareId}/view`, { params: { path: { id, shareId } }, signal }))).data,
  })
}

export async function createShare(id: number, body: CreateShare): Promise<PlanShare> {
  return (await send(api.POST(url, { params: { path: { id } }, body }))).data as PlanShare
}

export async function updateShare(id: number, shareId: number, body: ChangeShare): Promise<PlanShare> {
  const params = { path: { id, shareId } }
  return (await send(api.PATCH(`${url}/{shareId}`, { params, body }))).data as PlanShare
}

export async function revokeShare(id: number, shareId: number): Promise<void> {
  await send(api.PUT(`${url}/{shareId}/revoke`, { params: { path: { id, shareId } } }))
}

export function planCommentsQuery(id: number) {
  return queryOptions({
    queryKey: [...plansKey, 'comments', id],
    queryFn: async ({ signal }): Promise<PlanComment[]> =>
      (await send(api.GET('/success-plan/success-plan/{id}/comment', { params: { path: { id } }, signal })))
        .data,
  })
}

export async function deletePlanComment(commentId: number): Promise<void> {
  await send(api.DELETE('/success-plan/comment/{commentId}', { params: { path: { commentId } } }))
}

/** Writes a comment on the page of a link, as an answer to the customer. */
export async function answerPlanComments(
  id: number,
  shareId: number,
  body: { text: string },
): Promise<PlanComment[]> {
  const params = { path: { id, shareId } }
  return (await send(api.POST(`${url}/{shareId}/comment`, { params, body }))).data
}
