import { IconPlus } from '@tabler/icons-react'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { TokenScope } from '../api-tokens.calls.ts'
import { curlExample } from '../curl-example.ts'

const words = {
  personal:
    'A token lets a program work as you: it sees and changes what you may, as far as you let it, and what it does bears your name.',
  tenant:
    'A token of the company lets a program work for everybody: it has a role of its own, and goes on when the person who made it leaves.',
}

/** What tokens are for, with a first call. */
export function TokensEmpty({ scope, onCreate }: { scope: TokenScope; onCreate: () => void }) {
  return (
    <div className="flex flex-col items-center pb-12">
      <EmptyState
        kind="not-connected"
        title={scope === 'personal' ? 'You have no API tokens' : 'The company has no API tokens'}
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
