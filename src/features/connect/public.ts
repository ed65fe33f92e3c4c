/** What other slices may use of connecting. */
export { resumeUrl, verifyResumeToken, type ResumeTarget } from './resume-link.ts'
