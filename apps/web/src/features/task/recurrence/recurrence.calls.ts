import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RecurrenceForm, RecurrencePreview } from '@steward/contracts/recurrence'
import { api, send } from '../../../api/client.ts'

/** The words of a rule, and its next days. */
export const recurrencePreviewQuery = (form: RecurrenceForm, from: string, assigneeId: number | undefined) =>
  queryOptions({
    queryKey: ['recurrence', form, from, assigneeId],
    queryFn: async ({ signal }): Promise<RecurrencePreview> => {
      const query = { ...form, from, ...(assigneeId !== undefined && { assigneeId }) }
      return (await send(api.GET('/recurrence/preview', { params: { query }, signal }))).data
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
