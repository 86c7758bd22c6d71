import { z } from 'zod'

/** The appearance of an application, and where its links are shown, as seeds and control actions take it. */
export function appAppearance() {
  return {
    features: z.array(z.string()).optional(),
    accessibility: z
      .strictObject({ selfService: z.boolean().optional(), errorRedirectUrl: z.string().nullish() })
      .optional(),
    visibility: z
      .strictObject({
        autoSubmitToolbar: z.boolean().optional(),
        hide: z.strictObject({ iOS: z.boolean().optional(), web: z.boolean().optional() }).optional(),
        appLinks: z.record(z.string().min(1), z.boolean()).optional(),
      })
      .optional(),
  }
}
