-- A database as commit 9e9b4da wrote it (version 3): Mila and Noor have accounts (passphrase "four words of mine"), a game
-- that is under way (rgbyzhvv) and one that Noor has left (dcpupeaq).
PRAGMA application_id = 1113682804;
PRAGMA user_version = 3;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE games (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, listed INTEGER NOT NULL,
    seed TEXT NOT NULL, status TEXT NOT NULL, summary TEXT NOT NULL
  ) WITHOUT ROWID;
INSERT INTO games VALUES('dcpupeaq',1795841709215,1795841709215,0,'40b768848895a7c0eb6c3ebe64edbb057e6b8e37568a2a44d2ac4e0f44e1146d','over','{"presetName":"New edition","translations":{"de":{"presetName":"Neue Ausgabe"},"nl":{"presetName":"Nieuwe editie"}},"game":"dcpupeaq","preset":"new","changed":[],"options":{"abbey_and_mayor":"off","abbots":"off","acrobats":"off","bag":"stack","barber_surgeons":"off","barn_field":"empty","bathhouse_debt":"none","bazaar_auction":"bid","bazaar_debt":"allowed","bazaar_reserve":"after","big_followers":"1","big_top":"off","big_top_final":"on","border":"open","bridge_where":"around","bridges_castles_bazaars":"off","builder_trigger":"extend","builders":"1","castle_choice":"owner","cathedrals":"with","colours":"five","crop_circles":"off","crop_deploy":"may","cult":"off","cult_restrict":"both","darmstadt":"off","darmstadt_cloisters":"keep","dragon":"before","draw":"turn","fairy":"follower","festival":"off","festival_return":"any","field_scoring":"third","first":"youngest","flier":"off","flier_die":"random","flier_who":"any","german_castles":"off","goods":"on","half_count":"2021-01","half_sets":"both","half_tiles":"3","halflings":"off","hand_size":"3","hand_view":"open","hill_tie":"any","hills_and_sheep":"off","holes":"off","inn_final":"zero","inns":"with","inns_and_cathedrals":"off","junctions":"all","last_abbeys":"round","last_german_castles":"must","leipzig_follower":"more","leipzig_road":"tile","little_buildings":"off","markets_of_leipzig":"off","monasteries":"off","monasteries_base":"replace","monasteries_german":"second","monasteries_japanese":"off","monasteries_lowlands":"off","offers":"off","pig_herd":"on","pigs":"1","princess":"may","princess_and_dragon":"off","ringmasters":"off","river":"off","river_halves":"after","river_start":"box","river_tiles":"new","river_turns":"official","river_volcano":"extra","second_height":"5","second_part":"may","second_side":"east","second_width":"5","sheep_printed":"three","small_city":"full","start_tile":"middle","table":"floor","table_height":"9","table_width":"13","tie":"shared","tower":"off","track":"lap","traders_and_builders":"off","unfinished":"count","vineyard_garden":"off","wagon_range":"around","watchtowers":"off"},"seats":[{"seat":0,"name":"Mila","kind":"human","online":false,"score":0,"followers":7},{"seat":1,"name":"Noor","kind":"human","online":false,"score":0,"followers":7,"gone":"resigned"}],"status":"over","turn":1,"turns":70,"toMove":null,"created":"2026-11-28T04:55:09.215Z","updated":"2026-11-28T04:55:09.228Z","you":[]}');
INSERT INTO games VALUES('rgbyzhvv',1795841709210,1795841709210,0,'9e74ebcd5008a9324f3c2bc390c28cfcd80e9d1c309bc2758c7d141fe91fd7f2','playing','{"presetName":"New edition","translations":{"de":{"presetName":"Neue Ausgabe"},"nl":{"presetName":"Nieuwe editie"}},"game":"rgbyzhvv","preset":"new","changed":[],"options":{"abbey_and_mayor":"off","abbots":"off","acrobats":"off","bag":"stack","barber_surgeons":"off","barn_field":"empty","bathhouse_debt":"none","bazaar_auction":"bid","bazaar_debt":"allowed","bazaar_reserve":"after","big_followers":"1","big_top":"off","big_top_final":"on","border":"open","bridge_where":"around","bridges_castles_bazaars":"off","builder_trigger":"extend","builders":"1","castle_choice":"owner","cathedrals":"with","colours":"five","crop_circles":"off","crop_deploy":"may","cult":"off","cult_restrict":"both","darmstadt":"off","darmstadt_cloisters":"keep","dragon":"before","draw":"turn","fairy":"follower","festival":"off","festival_return":"any","field_scoring":"third","first":"youngest","flier":"off","flier_die":"random","flier_who":"any","german_castles":"off","goods":"on","half_count":"2021-01","half_sets":"both","half_tiles":"3","halflings":"off","hand_size":"3","hand_view":"open","hill_tie":"any","hills_and_sheep":"off","holes":"off","inn_final":"zero","inns":"with","inns_and_cathedrals":"off","junctions":"all","last_abbeys":"round","last_german_castles":"must","leipzig_follower":"more","leipzig_road":"tile","little_buildings":"off","markets_of_leipzig":"off","monasteries":"off","monasteries_base":"replace","monasteries_german":"second","monasteries_japanese":"off","monasteries_lowlands":"off","offers":"off","pig_herd":"on","pigs":"1","princess":"may","princess_and_dragon":"off","ringmasters":"off","river":"off","river_halves":"after","river_start":"box","river_tiles":"new","river_turns":"official","river_volcano":"extra","second_height":"5","second_part":"may","second_side":"east","second_width":"5","sheep_printed":"three","small_city":"full","start_tile":"middle","table":"floor","table_height":"9","table_width":"13","tie":"shared","tower":"off","track":"lap","traders_and_builders":"off","unfinished":"count","vineyard_garden":"off","wagon_range":"around","watchtowers":"off"},"seats":[{"seat":0,"name":"Mila","kind":"human","online":false,"score":0,"followers":7},{"seat":1,"name":"Noor","kind":"human","online":false,"score":0,"followers":7}],"status":"playing","turn":1,"turns":71,"toMove":0,"created":"2026-11-28T04:55:09.210Z","updated":"2026-11-28T04:55:09.213Z","you":[]}');
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, at INTEGER NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, hash BLOB, PRIMARY KEY (game, seq)
  ) WITHOUT ROWID;
INSERT INTO events VALUES('dcpupeaq',1,1795841709215,'setup','{"preset":"new","options":{},"seats":[{"kind":"human","name":"Mila","bot":""},{"kind":"open","name":"","bot":""}],"public":false,"invite":"6485a026fe47ff49f5f3cfc298b1c635b1af6146091ccf9e56239c6b2b3380b1","commitment":"ebeddd4e92c5c9386f0ad4e68b75b2c354ea220b67a215eb39cd5028881da50c","first":0}',X'b710af632e65c2b7fc0ec3869160feab');
INSERT INTO events VALUES('dcpupeaq',2,1795841709219,'join','{"seat":1,"name":"Noor"}',X'7056cb060c7efda0d87643c301e12bd4');
INSERT INTO events VALUES('dcpupeaq',3,1795841709219,'start','{}',X'a19b93487b4d9e220f62677f5c5bfb19');
INSERT INTO events VALUES('dcpupeaq',4,1795841709219,'draw','{"seat":0,"move":"draw R","now":{"turn":1,"turns":71,"toMove":0,"seats":[[0,7],[0,7]]}}',X'f0db30d14aab1229921602e6bd4bac9d');
INSERT INTO events VALUES('dcpupeaq',5,1795841709228,'leave','{"seat":1,"why":"resigned"}',X'b23653186e4341c65ddb0f6faa145b92');
INSERT INTO events VALUES('dcpupeaq',6,1795841709228,'over','{"points":[0,0],"seed":"40b768848895a7c0eb6c3ebe64edbb057e6b8e37568a2a44d2ac4e0f44e1146d","now":{"turn":1,"turns":70,"toMove":null,"seats":[[0,7],[0,7]]}}',X'a8bccb42c6ddb9a5e3819f101134cf83');
INSERT INTO events VALUES('rgbyzhvv',1,1795841709210,'setup','{"preset":"new","options":{},"seats":[{"kind":"human","name":"Mila","bot":""},{"kind":"open","name":"","bot":""}],"public":false,"invite":"727d2c6252629d49d7a062fbbe64f1327e4e7df5af005c560d085db401e3a576","commitment":"c330359396161acff62a5d9374e973dc86a8bb4a4b3bcaf559ecf9784a0fefc7","first":0}',X'd51c0f4af892bfd79c595032f0c39196');
INSERT INTO events VALUES('rgbyzhvv',2,1795841709213,'join','{"seat":1,"name":"Noor"}',X'44805236a6c574dcb2364b1e0908adaf');
INSERT INTO events VALUES('rgbyzhvv',3,1795841709213,'start','{}',X'c8ffa5695627b1ab8115db1a05cc6941');
INSERT INTO events VALUES('rgbyzhvv',4,1795841709213,'draw','{"seat":0,"move":"draw V","now":{"turn":1,"turns":71,"toMove":0,"seats":[[0,7],[0,7]]}}',X'20d59cdb80153dfe3a50f21af24ca98b');
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL
  ) WITHOUT ROWID;
INSERT INTO tokens VALUES('63a75b27bade712583104c59fc8c16bdbf052cac3f704bd4badee3c32c560e52','dcpupeaq',0);
INSERT INTO tokens VALUES('9f5b0d07648129dca720c6c1e0c2e4b75c742eafc7a12c0182c55493fb17b711','rgbyzhvv',0);
INSERT INTO tokens VALUES('bbbb2d13b2d134bfe6f2e8c31604d2fc9320e50c70575f1c1ae7feaa638587b6','dcpupeaq',1);
INSERT INTO tokens VALUES('ec073c475685863ee2483ed533529ca9f2ba4237d0c45da323ad88057ecf407a','rgbyzhvv',1);
CREATE TABLE news (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, writer INTEGER NOT NULL);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, passphrase TEXT NOT NULL,
    created INTEGER NOT NULL
  ) WITHOUT ROWID;
INSERT INTO accounts VALUES('3bpr2krh','Mila','mila','$argon2id$v=19$m=65536,t=2,p=1$5VkyvKLsTj6LBaxZKB52Hw$V0VUx/VdB4X7z2aDFViKP/kJGsjjdGxGOqnrtqN94yM',1795841708882);
INSERT INTO accounts VALUES('7dsduwxg','Noor','noor','$argon2id$v=19$m=65536,t=2,p=1$FoR5hw90Gkey32rypEOAVA$8iIxJw4xCBDMZxZ+wsg8cKY3O/txyCM8CFsmq90dRGg',1795841709199);
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY, id TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id), about TEXT NOT NULL,
    created INTEGER NOT NULL, seen INTEGER NOT NULL
  ) WITHOUT ROWID;
INSERT INTO sessions VALUES('b3ac77cb07eef58b0de87b254cffa20b6ed081897d7b8b45e440e81eedd1c242','nxzx5czs','3bpr2krh','Firefox',1795841708882,20785);
INSERT INTO sessions VALUES('ebce0a44cc4a89fd2363e150f47a25c879ec7e98739c98511065949183ed64bc','sqw9nvbt','7dsduwxg','Safari',1795841709199,20785);
CREATE TABLE account_seats (
    game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, account TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (game, seat)
  ) WITHOUT ROWID;
INSERT INTO account_seats VALUES('dcpupeaq',0,'3bpr2krh');
INSERT INTO account_seats VALUES('rgbyzhvv',0,'3bpr2krh');
INSERT INTO account_seats VALUES('dcpupeaq',1,'7dsduwxg');
INSERT INTO account_seats VALUES('rgbyzhvv',1,'7dsduwxg');
CREATE TABLE names_to_forget (game TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
DELETE FROM sqlite_sequence;
CREATE INDEX games_by_status ON games (status, listed, updated);
CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX account_seats_by_account ON account_seats (account);
COMMIT;
