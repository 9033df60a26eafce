import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeCompany, Company } from '@steward/contracts/identity'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { confirmSession, readSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.tsx'

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async ({ signal }): Promise<Company> =>
    (await send(api.GET('/identity/company', { signal }))).data,
})

async function updateCompany(body: ChangeCompany): Promise<Company> {
  return (await send(api.PATCH('/identity/company', { body }))).data
}

function doneText(fetchLogos: boolean | undefined): string {
  if (fetchLogos === undefined) return 'Start page saved.'
  return fetchLogos ? 'Logos are on. They appear as they are fetched.' : 'Logos are off.'
}

/** Changes the company; the session of the administrator has it at once. */
export function useUpdateCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: updateCompany,
    onSuccess(company, { fetchLogos }) {
      client.setQueryData(companyQuery.queryKey, company)
      const { user } = readSession()
      const { startPage: companyStartPage, fetchLogos: companyLogos } = company
      if (user) confirmSession({ ...user, companyStartPage, companyLogos })
      toast.done(doneText(fetchLogos), { subject: 'company' })
    },
    onError: (error) => toast.error(errorText(error), { subject: 'company' }),
  })
}
