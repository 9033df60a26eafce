// Both pages are small and come in one file.
export { CompanyTokensPage } from './company-tokens.page.tsx'
export { PersonalTokensPage } from './personal-tokens.page.tsx'
