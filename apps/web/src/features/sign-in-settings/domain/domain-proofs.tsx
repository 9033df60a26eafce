import { IconAlertTriangle } from '@tabler/icons-react'
import type { DomainProof } from '@steward/contracts/sign-in-settings'
import { DomainProofCard } from './domain-proof-card.tsx'

/** The domains that were saved, each with what proves that it is the company's. */
export function DomainProofs({
  proofs,
  isOutside,
}: {
  proofs: readonly DomainProof[]
  /** Whether people sign in at an outside provider, to which only verified domains lead. */
  isOutside: boolean
}) {
  if (proofs.length === 0) return undefined
  const hasNone = proofs.every(({ state }) => state === 'unverified')
  return (
    <div className="flex flex-col gap-3">
      {isOutside && hasNone && (
        <p className="flex items-start gap-2 rounded-card bg-average-soft px-3 py-2.5 text-body text-average">
          <IconAlertTriangle size={16} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            No domain is verified yet. If other companies use this instance too, your team can't log in at the
            provider until one is.
          </span>
        </p>
      )}
      <ul aria-label="Domain verification" className="flex flex-col gap-3">
        {proofs.map((proof) => (
          <li key={proof.domain}>
            <DomainProofCard proof={proof} />
          </li>
        ))}
      </ul>
    </div>
  )
}
