// node parse_sdk.js each|save URL CLASS COUNT: what the JavaScript SDK takes; prints {"count", "seconds"}.
// The SDK is found by NODE_PATH. Keys as in the peers: peer-app, peer-js, peer-master.
const Parse = require('parse/node');
const [what, url, name, count] = process.argv.slice(2);
Parse.initialize('peer-app', 'peer-js', 'peer-master');
Parse.serverURL = url;
const master = { useMasterKey: true };

async function each() {
  let seen = 0;
  const start = process.hrtime.bigint();
  await new Parse.Query(name).eachBatch((rows) => { seen += rows.length; }, { batchSize: 1000, ...master });
  return [seen, start];
}

async function save() {
  const rows = await new Parse.Query(name).ascending('objectId').limit(+count).find(master);
  for (const row of rows) row.set('number', row.get('number') + 1);
  const start = process.hrtime.bigint();
  await Parse.Object.saveAll(rows, master);
  return [rows.length, start];
}

(what === 'each' ? each() : save()).then(([seen, start]) => {
  console.log(JSON.stringify({ count: seen, seconds: Number(process.hrtime.bigint() - start) / 1e9 }));
}).catch((error) => { console.error(error); process.exit(1); });
