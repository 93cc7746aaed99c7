// What reads the files of a job, loaded with the first export: edge workers pay for every byte that they start with.
export { createDownload } from './download.js';
export { filesOf, freshUrl } from './job-files.js';
