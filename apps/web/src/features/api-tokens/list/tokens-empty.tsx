import { IconPlus } from '@tabler/icons-react'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { TokenScope } from '../api-tokens.calls.ts'
import { curlExample } from '../curl-example.ts'

const words = {
  personal:
    'A token lets a program act on your behalf, with the permissions you choose. Its changes are recorded under your name.',
  tenant:
    'A company token lets a program work for your whole company. It has its own role and keeps working when its creator leaves.',
}

/** What tokens are for, with a first call. */
export function TokensEmpty({ scope, onCreate }: { scope: TokenScope; onCreate: () => void }) {
  return (
    <div className="flex flex-col items-center pb-12">
      <EmptyState
        kind="not-connected"
        title={scope === 'personal' ? 'No API tokens yet' : 'No company tokens yet'}
        className="pb-6"
        action={
          <Button variant="primary" icon={<IconPlus aria-hidden />} onClick={onCreate}>
            New token
          </Button>
        }
      >
        {words[scope]}
      </EmptyState>
      <div className="w-full max-w-140 px-4">
        <p className="pb-1.5 text-label text-2">With a token, any program can call the API:</p>
        <CopyText label="example" text={curlExample('stw_…')} />
      </div>
    </div>
  )
}
