/** `python_core/config/python-core-logging.json`: how detailed the logs are (§2.4). */
import * as z from 'zod';

export const loggingDocument = z.looseObject({
  level: z
    .enum(['DEBUG', 'INFO', 'WARN', 'WARNING', 'ERROR', 'CRITICAL'])
    .default('INFO')
    .describe('The least important lines that are logged, by every component. `HUB_DEBUG=true` overrides it.'),
});
export type LoggingDocument = z.infer<typeof loggingDocument>;
