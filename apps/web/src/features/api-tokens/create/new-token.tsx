import { CopyText } from '../../../components/settings/copy-text.tsx'
import type { CreatedToken } from '../api-tokens.calls.ts'
import { curlExample } from '../curl-example.ts'

/** A fresh token, shown this once. */
export function NewToken({ created }: { created: CreatedToken }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="rounded-card bg-average-soft px-3 py-2.5 text-body text-average">
        Copy the token now: you won't see it again. Anyone who has it can use its permissions.
      </p>
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">{created.name}</p>
        <CopyText label="token" text={created.token} />
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="text-label text-2">A first call:</p>
        <CopyText label="example" text={curlExample(created.token)} />
      </div>
    </div>
  )
}
