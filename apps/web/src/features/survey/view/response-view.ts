import { npsGroups, surveyChannels } from '@steward/contracts/plain/survey'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import { useSearchParams } from '../../../components/search-params.ts'

const oneOf = <Value extends string>(values: readonly Value[], text: unknown): Value | undefined =>
  values.find((value) => value === text)

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

const views = ['questions', 'responses'] as const
export type ResponseView = (typeof views)[number]

/** Whether the page shows questions or responses, which is in the address. */
export function useResponseView(usual: ResponseView) {
  const [search, change] = useSearchParams()
  const view = oneOf(views, search['view']) ?? usual
  return {
    view,
    show: (next: ResponseView) => change({ view: next === usual ? undefined : next }, { replace: true }),
  }
}

/** The filters of the responses, which are in the address. */
export function useResponseFilters() {
  const [search, change] = useSearchParams()
  const group = oneOf(npsGroups, search['group'])
  const channel = oneOf(surveyChannels, search['channel'])
  const { from, to } = search
  const filters: ResponseFilters = {
    ...(group && { group }),
    ...(channel && { channel }),
    ...(isDay(from) && { answeredFrom: from }),
    ...(isDay(to) && { answeredTo: to }),
    ...(search['comment'] === true && { hasComment: true }),
  }
  return { filters, change: (next: Record<string, unknown>) => change(next, { replace: true }) }
}
