import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Company } from '@steward/contracts/identity'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { confirmSession, readSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.tsx'

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: async ({ signal }): Promise<Company> =>
    (await send(api.GET('/identity/company', { signal }))).data,
})

async function updateCompany(body: Company): Promise<Company> {
  return (await send(api.PATCH('/identity/company', { body }))).data
}

/** Changes the company; the session of the administrator has it at once. */
export function useUpdateCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: updateCompany,
    onSuccess(company) {
      client.setQueryData(companyQuery.queryKey, company)
      const { user } = readSession()
      if (user) confirmSession({ ...user, companyStartPage: company.startPage })
      toast.done('Start page saved.', { subject: 'company' })
    },
    onError: (error) => toast.error(errorText(error), { subject: 'company' }),
  })
}
