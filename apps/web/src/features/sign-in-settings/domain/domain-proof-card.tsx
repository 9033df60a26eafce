import type { ReactNode } from 'react'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DomainProof } from '@steward/contracts/sign-in-settings'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { checkSignInDomain, signInSettingsQuery } from '../sign-in-settings.calls.ts'

function stateText({ verifiedBy, missingSince }: DomainProof): string {
  if (missingSince !== null) return 'Its DNS record is gone. Publish it again within seven days.'
  if (verifiedBy === 'dns') return 'Verified by its DNS record, which is checked every day. Keep the record.'
  if (verifiedBy === 'operator') return 'Verified by the operator of this instance.'
  return 'Publish this record at your DNS provider, then check it. Until then the domain has no effect.'
}

/** A domain, whether it is verified, and the record that verifies it. */
export function DomainProofCard({ proof }: { proof: DomainProof }) {
  const { domain, state, verifiedBy, record } = proof
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => checkSignInDomain(domain),
    onSuccess: ({ proof: after }) => {
      client.setQueryData(signInSettingsQuery.queryKey, (settings) =>
        settings
          ? {
              ...settings,
              domainProofs: settings.domainProofs.map((one) => (one.domain === domain ? after : one)),
            }
          : settings,
      )
    },
  })
  const problem = check.error && !isSessionExpired(check.error) ? errorText(check.error) : undefined
  return (
    <section aria-label={domain} className="flex flex-col gap-3 rounded-card border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-body font-medium break-all">{domain}</h3>
        <Badge tone={state === 'verified' ? 'good' : 'average'}>
          {state === 'verified' ? 'Verified' : 'Unverified'}
        </Badge>
      </div>
      <p className="text-body text-muted">{stateText(proof)}</p>
      {verifiedBy !== 'operator' && (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-body">
            <Line term="Type">{record.type}</Line>
            <Line term="Name">
              <CopyText label="name" text={record.name} />
            </Line>
            <Line term="Value">
              <CopyText label="value" text={record.value} />
            </Line>
          </dl>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              icon={<IconRefresh aria-hidden />}
              busy={check.isPending}
              onClick={() => check.mutate()}
              aria-label={`Check ${domain} now`}
            >
              Check now
            </Button>
            <p role="status" className="text-body text-muted empty:hidden">
              {problem ?? check.data?.message}
            </p>
          </div>
        </>
      )}
    </section>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
