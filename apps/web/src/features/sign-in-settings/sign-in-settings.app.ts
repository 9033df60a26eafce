import { IconLogin2 } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const signInSettingsApp: AppParts = {
  settings: [
    {
      group: 'System',
      order: 10,
      label: 'Sign-in',
      icon: IconLogin2,
      to: paths.signInSettings,
      under: [paths.signInSettings],
      permission: 'sign-in.administer',
      words: 'provider sso single cognito openid connect oidc password second factor domains',
    },
  ],
}
