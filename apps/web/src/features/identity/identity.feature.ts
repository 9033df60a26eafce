import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const loginPage = lazyRouteComponent(() => import('./login.page.tsx'), 'LoginPage')

export const identityFeature: Feature = {
  pages: [
    { area: 'signed-out', path: '/', Body: loginPage },
    { area: 'signed-out', path: 'login', Body: loginPage },
    {
      area: 'signed-out',
      path: 'activate-account',
      Body: lazyRouteComponent(() => import('./activate.page.tsx'), 'ActivatePage'),
    },
    {
      area: 'signed-out',
      path: 'forgot-password',
      Body: lazyRouteComponent(() => import('./forgot-password.page.tsx'), 'ForgotPasswordPage'),
    },
    {
      area: 'signed-out',
      path: 'reset-password',
      Body: lazyRouteComponent(() => import('./reset-password.page.tsx'), 'ResetPasswordPage'),
    },
    {
      area: 'signed-out',
      path: 'change-password',
      Body: lazyRouteComponent(() => import('./change-password.page.tsx'), 'ChangePasswordPage'),
    },
    { area: 'signed-out', path: 'mfa', Body: lazyRouteComponent(() => import('./mfa.page.tsx'), 'MfaPage') },
    {
      area: 'signed-out',
      path: 'locked',
      Body: lazyRouteComponent(() => import('./locked.page.tsx'), 'LockedPage'),
    },
  ],
}
